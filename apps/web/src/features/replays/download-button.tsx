import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { useSession } from '../../session/session.tsx'
import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'

/** Downloads a replay or a clip as one file. The address is good for hours and made when it is wanted. */
export function useDownload(streamId: string): { download: () => void; isPending: boolean } {
  const { token } = useSession()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('createDownload', { params: { streamId }, ...(token !== null && { token }) }),
    // The answer is an attachment: the page stays.
    onSuccess: ({ path }) => location.assign(atServer(path)),
    onError: (error) => toast(errorSentence(error, texts.downloadFailed), 'error'),
  })
  return { download: () => mutate(), isPending }
}

/** `isNamed`: with its name beside its icon. */
export function DownloadButton({ streamId, isNamed = false }: { streamId: string; isNamed?: boolean }) {
  const { download, isPending } = useDownload(streamId)
  if (isNamed) {
    return (
      <Button size="small" disabled={isPending} onClick={download}>
        <Download size={16} aria-hidden="true" />
        {texts.download}
      </Button>
    )
  }
  return (
    <IconButton label={texts.download} disabled={isPending} onClick={download}>
      <Download size={20} aria-hidden="true" />
    </IconButton>
  )
}
