import { clipInAddress, pagePaths } from '@waggle/contract/pages/page-addresses'
import { VideoOff } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { useClip } from '../../features/clips/use-clips.ts'
import { loadHls } from '../../features/player/engines/hls/load-hls.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { DeadEnd } from '../not-found/dead-end.tsx'
import { ClipPage } from './clip-page.tsx'

/** The page of a clip: `/clips/{clipId}`. */
export function Clip() {
  const { clipId = '' } = useParams<{ clipId: string }>()
  const isAddress = clipInAddress(new URL(location.href)) === clipId
  const { data: clip, isPending, refetch } = useClip(clipId)
  useDocumentTitle(clip?.title || texts.page)

  useEffect(() => {
    // Fetched while the clip is being looked up. The player reports a failure.
    loadHls().catch(() => undefined)
  }, [])

  if (clip) return <ClipPage key={clipId} clip={clip} />
  if (isPending && isAddress) return <PageSpinner label={texts.loading} />
  if (clip === null || !isAddress) {
    return (
      <DeadEnd
        title={texts.goneTitle}
        icon={<VideoOff size={34} />}
        action={
          <Link href={pagePaths.home} className={buttonClass('primary')}>
            {replayTexts.seeLive}
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
          {replayTexts.retry}
        </Button>
      }
    >
      {replayTexts.loadFailedText}
    </Notice>
  )
}
