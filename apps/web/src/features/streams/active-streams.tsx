import type { ActiveStream } from '@waggle/contract/endpoints'
import { channelInQuery, pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import { Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { abbreviateCount, viewersText } from '../../lib/format/count.ts'
import { sampleLabel, sampleStreams } from '../../lib/sample-data.ts'
import { categoryOf, categoryText } from '../../texts/contract/choices.ts'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import styles from './active-streams.module.css'
import { useIncrementalList } from './cards/use-incremental-list.ts'
import { useStreams } from './use-streams.ts'

/**
 * The sidebar's list of live streams: those that the user follows first, and the one that is being watched marked. It waits for `followed`,
 * the names of those channels. When it cannot be loaded, labelled sample streams take its place, which open nothing (rule SAMPLE-2).
 */
export function ActiveStreams({
  followed,
  action,
}: {
  followed: ReadonlySet<string> | undefined
  /** A button at the end of the heading's line. */
  action?: ReactNode
}) {
  const { streams, error } = useStreams()
  const isSample = error !== undefined
  const all = isSample ? sampleStreams : followed && streams && followedFirst(streams, followed)
  const { shown, hasMore, endRef } = useIncrementalList(all ?? [])
  const [location] = useLocation()
  const [search] = useSearchParams()
  const watched = location === pagePaths.watch ? channelInQuery(search) : undefined
  return (
    <section className={styles.section} aria-labelledby="active-streams-heading">
      <div className={styles.header}>
        <h2 id="active-streams-heading" className={styles.heading}>
          {texts.active}
        </h2>
        {isSample && <SampleBadge>{sampleLabel}</SampleBadge>}
        {action}
      </div>
      {all?.length === 0 && <p className={styles.empty}>{texts.nobodyLive}</p>}
      {!all && <ListSkeleton />}
      <ul>
        {shown.map((stream) => (
          <li
            key={stream.id}
            data-followed={followed?.has(stream.username)}
            data-away={stream.isStopped ? 'stopped' : stream.isReconnecting || undefined}
          >
            {isSample ? (
              <div className={styles.entry} title={stream.title}>
                <Entry stream={stream} />
              </div>
            ) : (
              <Link
                href={watchPath(stream.username)}
                className={styles.entry}
                title={stream.title}
                aria-current={stream.username === watched ? 'page' : undefined}
              >
                <Entry stream={stream} isFollowed={followed?.has(stream.username)} />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {hasMore && <div ref={endRef} />}
    </section>
  )
}

/** What stands below the list stays where it is when the list comes. */
function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={styles.entry}>
          <span className={`skeleton ${styles.skeletonPicture}`} />
          <span className={styles.text}>
            <span className={`skeleton ${styles.skeletonLine}`} />
          </span>
        </div>
      ))}
    </div>
  )
}

function followedFirst(streams: readonly ActiveStream[], followed: ReadonlySet<string>): readonly ActiveStream[] {
  const isFollowed = ({ username }: ActiveStream) => followed.has(username)
  return [...streams.filter(isFollowed), ...streams.filter((stream) => !isFollowed(stream))]
}

function Entry({ stream, isFollowed }: { stream: ActiveStream; isFollowed?: boolean | undefined }) {
  const { username, avatar, viewers } = stream
  return (
    <>
      <span className={styles.picture}>
        <Avatar username={username} src={avatar} size={34} />
      </span>
      <span className={styles.text}>
        <span className={styles.nameLine}>
          <span className={styles.name}>{username}</span>
          {isFollowed && <Heart className={styles.followed} size={11} fill="currentColor" aria-hidden="true" />}
        </span>
        <span className={styles.category}>{categoryText(categoryOf(stream))}</span>
      </span>
      <span className={styles.viewers}>
        <span className={styles.dot} aria-hidden="true" />
        <span aria-hidden="true">{abbreviateCount(viewers)}</span>
        <span className="visually-hidden">{viewersText(viewers)}</span>
      </span>
    </>
  )
}
