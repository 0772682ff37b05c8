import { RotateCcw, TriangleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { AdFrame } from '../../features/ads/ad-frame.tsx'
import { StreamGridSkeleton } from '../../features/streams/cards/stream-grid.tsx'
import type { SomeStreams } from '../../features/streams/cards/use-featured.ts'
import { useStreams } from '../../features/streams/use-streams.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { lazyComponent, lazyExtra } from '../../lib/browser/lazy-page.tsx'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { useSession } from '../../session/session.tsx'
import { siteTexts } from '../../texts/site.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import styles from './home.module.css'
import { LiveHome } from './live-home.tsx'
import { QuietHome } from './quiet-home.tsx'

// Only for those who have signed in.
const FollowedReplays = lazyComponent(
  async () => (await import('../../features/replays/followed-replays.tsx')).FollowedReplays,
)

// Below everything else, so the page's own files come first.
const BestClips = lazyExtra(async () => {
  await new Promise<void>(whenIdle)
  return (await import('../../features/clips/best-clips.tsx')).BestClips
})

export function Home() {
  useDocumentTitle(undefined)
  const { streams, error, isRefreshing, refresh } = useStreams()
  const { user } = useSession()

  if (error !== undefined) {
    return (
      <Notice
        title={texts.errorStreams}
        tone="error"
        icon={<TriangleAlert size={34} />}
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            <RotateCcw size={18} aria-hidden="true" />
            {texts.retry}
          </Button>
        }
      >
        {error}
      </Notice>
    )
  }
  if (!streams) {
    return (
      <>
        <h1 className="visually-hidden">{siteTexts.home}</h1>
        <StreamGridSkeleton hasFeatured hasRows />
      </>
    )
  }
  return (
    <>
      {hasStreams(streams) ? (
        <LiveHome streams={streams} isRefreshing={isRefreshing} onRefresh={refresh} />
      ) : (
        <QuietHome />
      )}
      {user !== null && (
        <Suspense>
          <FollowedReplays user={user} />
        </Suspense>
      )}
      <div className={styles.ad}>
        <AdFrame />
      </div>
      <Suspense>
        <BestClips />
      </Suspense>
    </>
  )
}

function hasStreams(streams: readonly unknown[]): streams is SomeStreams {
  return streams.length > 0
}
