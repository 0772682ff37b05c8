import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { useSession } from '../../session/session.tsx'
import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'

/** Downloads a replay or a clip as one file. The address is good for hours and made when it is wanted. */
export function useDownload(): { download: (streamId: string) => void; isPending: boolean } {
  const { token } = useSession()
  const { mutate, isPending } = useMutation({
    mutationFn: (streamId: string) => api('createDownload', { params: { streamId }, ...(token !== null && { token }) }),
    // The answer is an attachment: the page stays.
    onSuccess: ({ path }) => location.assign(atServer(path)),
    onError: (error) => toast(errorSentence(error, texts.downloadFailed), 'error'),
  })
  return { download: (streamId) => !isPending && mutate(streamId), isPending }
}

export function DownloadButton({ streamId }: { streamId: string }) {
  const { download, isPending } = useDownload()
  return (
    <IconButton label={texts.download} disabled={isPending} onClick={() => download(streamId)}>
      <Download size={20} aria-hidden="true" />
    </IconButton>
  )
}
