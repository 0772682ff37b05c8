import { useQueryClient } from '@tanstack/react-query'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { ownChannelKey } from '../../../features/channel-settings/own-channel-key.ts'
import { useSettingsEdits } from '../../../features/channel-settings/settings-edits.ts'
import { StreamPreview } from '../../../features/player/stream-preview.tsx'
import { LiveFigures } from '../../../features/stats/live-figures.tsx'
import { useStreamStats } from '../../../features/stats/use-stream-stats.ts'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { TitleEditor } from '../../../features/streams/title-editor.tsx'
import { PostWorth } from '../../../features/upvote/post-worth.tsx'
import { categoryText, languageName } from '../../../texts/contract/choices.ts'
import { streamPreviewTexts as texts } from '../../../texts/streamer/dashboard/stream-preview.ts'
import { statsTexts } from '../../../texts/streamer/stats.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import styles from '../dashboard.module.css'
import { FirstSteps } from './first-steps.tsx'
import { LastBroadcast } from './last-broadcast.tsx'
import { ViewersChart } from './pane-charts.tsx'
import { QuickActions } from './quick-actions.tsx'

/** The picture, the title, which is edited in its place, the figures, and the viewers so far or of the last broadcast. */
export function StreamPane({ user, stream }: { user: string; stream: StreamInfo | undefined }) {
  const queries = useQueryClient()
  const title = stream && ownTitle(stream)
  const figures = useStreamStats(user)
  const lastId = figures?.isSample ? null : figures?.stats.streamId
  const shownId = stream?.isLive ? stream.streamId : lastId
  // What is to be done before the first broadcast comes before figures of zeros.
  const isFirst = stream?.isLive === false && !stream.lastBroadcast && !lastId
  const isLast = stream?.isLive === false && !isFirst
  // One amber button on the page: what was typed in the settings is to be saved first.
  const isEditing = Object.keys(useSettingsEdits(user)).length > 0
  return (
    <section className={styles.stream} aria-label={texts.title} data-live={stream?.isLive}>
      <StreamPreview stream={stream}>
        <Link href={pagePaths.streamKey} className={buttonClass(isEditing ? 'secondary' : 'primary')}>
          {texts.setUp}
        </Link>
      </StreamPreview>
      {stream ? (
        <>
          <div className={styles.about}>
            <div className={styles.titleLine}>
              <h2 className={title === undefined ? styles.noTitle : styles.streamTitle}>{title ?? stream.title}</h2>
              <TitleEditor
                username={user}
                title={title ?? ''}
                onSaved={() => void queries.invalidateQueries({ queryKey: ownChannelKey(user) })}
              />
            </div>
            <div className={styles.factsLine}>
              <p className={styles.facts}>{factsOf(stream).join(' · ')}</p>
              <PostWorth author={user} permlink={stream.permlink} />
            </div>
          </div>
          <QuickActions user={user} stream={stream} />
        </>
      ) : (
        // Nothing is said of the stream before it is known, and nobody edits a title that is not.
        <div className={`skeleton ${styles.titleSkeleton}`} />
      )}
      {isFirst && <FirstSteps stream={stream} />}
      <div className={styles.figures}>
        <LiveFigures
          figures={figures}
          heading={isLast ? statsTexts.last : statsTexts.live}
          viewers={stream?.isLive ? stream.viewers : undefined}
          hasCurrent={isFirst}
        >
          {isLast && stream?.lastBroadcast && (
            <LastBroadcast user={user} broadcast={stream.lastBroadcast} nextAt={stream.nextBroadcast} />
          )}
        </LiveFigures>
      </div>
      {stream && shownId && (
        <ViewersChart key={shownId} user={user} streamId={shownId} isLive={stream.isLive} viewers={stream.viewers} />
      )}
    </section>
  )
}

/** What viewers read beside the title. */
function factsOf({ category, language, tags }: StreamInfo): string[] {
  return [
    ...(category ? [categoryText(category)] : []),
    ...(language ? [languageName(language)] : []),
    ...tags.map((tag) => `#${tag}`),
  ]
}
