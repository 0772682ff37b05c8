import { useQueryClient } from '@tanstack/react-query'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { ViewersChart } from '../../../features/broadcast-history/viewers-chart.tsx'
import { ownChannelKey } from '../../../features/channel-settings/own-channel-key.ts'
import { StreamPreview } from '../../../features/player/stream-preview.tsx'
import { LiveFigures } from '../../../features/stats/live-figures.tsx'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { TitleEditor } from '../../../features/streams/title-editor.tsx'
import { streamPreviewTexts as texts } from '../../../texts/streamer/stream-preview.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { StateBadge } from '../../../ui/identity/badge.tsx'
import styles from '../dashboard.module.css'
import { QuickActions } from './quick-actions.tsx'

/** The picture, the title, which is edited in its place, the figures, and the viewers so far. */
export function StreamPane({ user, stream }: { user: string; stream: StreamInfo | undefined }) {
  const queries = useQueryClient()
  const title = stream && ownTitle(stream)
  return (
    <section className={styles.stream} aria-label={texts.title}>
      <StreamPreview stream={stream}>
        <Link href={pagePaths.streamKey} className={buttonClass('secondary')}>
          {texts.setUp}
        </Link>
      </StreamPreview>
      {stream ? (
        <>
          <div className={styles.titleLine}>
            <StateBadge stream={stream} />
            <h2 className={title === undefined ? styles.noTitle : styles.streamTitle}>{title ?? stream.title}</h2>
            <TitleEditor
              username={user}
              title={title ?? ''}
              onSaved={() => void queries.invalidateQueries({ queryKey: ownChannelKey(user) })}
            />
          </div>
          <QuickActions user={user} stream={stream} />
        </>
      ) : (
        // Nothing is said of the stream before it is known, and nobody edits a title that is not.
        <div className={`skeleton ${styles.titleSkeleton}`} />
      )}
      <LiveFigures user={user} viewers={stream?.isLive ? stream.viewers : undefined} />
      {stream?.isLive && stream.streamId !== null && (
        <ViewersChart key={stream.streamId} user={user} streamId={stream.streamId} />
      )}
    </section>
  )
}
