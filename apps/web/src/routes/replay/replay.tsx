import { pagePaths, replayInAddress, timeInQuery } from '@waggle/contract/pages/page-addresses'
import { VideoOff } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useParams, useSearchParams } from 'wouter'
import { loadHls } from '../../features/player/engines/hls/load-hls.ts'
import { useReplay } from '../../features/replays/use-replays.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { DeadEnd } from '../not-found/dead-end.tsx'
import { ReplayPage } from './replay-page.tsx'

/** The page of a recorded broadcast: `/replay/{streamId}`, from a time on with `?t=`. */
export function Replay() {
  const { streamId = '' } = useParams<{ streamId: string }>()
  const [search] = useSearchParams()
  const isAddress = replayInAddress(new URL(location.href)) === streamId
  const { data: replay, isPending, refetch } = useReplay(streamId)
  useDocumentTitle(replay?.title || texts.page)

  useEffect(() => {
    // Fetched while the replay is being looked up. The player reports a failure.
    loadHls().catch(() => undefined)
  }, [])

  if (replay) {
    const startSeconds = timeInQuery(search)
    return <ReplayPage key={`${streamId} ${startSeconds}`} replay={replay} startSeconds={startSeconds} />
  }
  if (isPending && isAddress) return <PageSpinner label={texts.loading} />
  if (replay === null || !isAddress) {
    return (
      <DeadEnd
        title={texts.goneTitle}
        icon={<VideoOff size={34} />}
        action={
          <Link href={pagePaths.home} className={buttonClass('primary')}>
            {texts.seeLive}
          </Link>
        }
      >
        {texts.gone}
      </DeadEnd>
    )
  }
  return (
    <Notice
      title={texts.loadFailed}
      tone="error"
      action={
        <Button kind="primary" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      }
    >
      {texts.loadFailedText}
    </Notice>
  )
}
