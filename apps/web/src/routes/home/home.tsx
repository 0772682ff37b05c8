import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { RadioTower, RotateCcw, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { AdFrame } from '../../features/ads/ad-frame.tsx'
import { FeaturedStream } from '../../features/streams/cards/featured-stream.tsx'
import { StreamGrid, StreamGridSkeleton } from '../../features/streams/cards/stream-grid.tsx'
import { useStreams } from '../../features/streams/use-streams.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { siteTexts } from '../../texts/site.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import styles from './home.module.css'

export function Home() {
  useDocumentTitle(undefined)
  const { streams, error, isRefreshing, refresh } = useStreams()

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
        <StreamGridSkeleton hasFeatured />
      </>
    )
  }
  const [first, ...others] = streams
  if (!first) {
    return (
      <Notice
        title={texts.noneActive}
        icon={<RadioTower size={34} />}
        action={
          <Link href={pagePaths.streamKey} className={buttonClass('secondary')}>
            {texts.startYourOwn}
          </Link>
        }
      >
        {texts.checkBack}
      </Notice>
    )
  }
  return (
    <>
      <h1 className="visually-hidden">{siteTexts.home}</h1>
      <FeaturedStream streams={[first, ...others]} isRefreshing={isRefreshing} onRefresh={refresh} />
      <section className={styles.live} aria-labelledby="live-heading">
        <div className={styles.header}>
          <h2 id="live-heading">{texts.liveStreams}</h2>
          <AdFrame />
        </div>
        <StreamGrid streams={streams} />
      </section>
    </>
  )
}
