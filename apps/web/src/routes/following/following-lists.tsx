import type { ActiveStream } from '@waggle/contract/endpoints'
import type { FollowEntry } from '@waggle/contract/follows/endpoints'
import { channelPath } from '@waggle/contract/pages/page-addresses'
import { useEffect, useRef } from 'react'
import { followButton } from '../../features/follow/follow-button.tsx'
import { StreamGrid } from '../../features/streams/cards/stream-grid.tsx'
import { followingTexts as texts } from '../../texts/viewer/following.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { cardMenu } from '../card-menu/card-menu-button.tsx'
import styles from './following.module.css'
import { OfflineList } from './offline-list.tsx'

/** The followed channels: live if they are in the list of active streams, else offline (rule FOLLOW-10). */
export function FollowingLists({
  user,
  entries,
  streams,
}: {
  user: string
  entries: readonly FollowEntry[]
  /** Undefined when it cannot be loaded: no channel is then known to be live. */
  streams: readonly ActiveStream[] | undefined
}) {
  const summary = useRef<HTMLParagraphElement>(null)
  const lastCount = useRef(entries.length)
  const followed = new Set(entries.map((entry) => entry.username))
  const live = (streams ?? []).filter((stream) => followed.has(stream.username))
  const liveNames = new Set(live.map((stream) => stream.username))
  const offline = entries.filter((entry) => !liveNames.has(entry.username))

  useEffect(() => {
    // The focus was on the row of the unfollowed channel, which is gone.
    const isFewer = entries.length < lastCount.current
    lastCount.current = entries.length
    if (isFewer && document.activeElement === document.body) summary.current?.focus({ preventScroll: true })
  }, [entries.length])

  return (
    <>
      <h1 className={styles.title}>{texts.following}</h1>
      <p ref={summary} className={styles.summary} role="status" tabIndex={-1}>
        {texts.summary(entries.length, live.length, offline.length)}
      </p>
      {!streams && <ErrorMessage>{texts.liveUnknown}</ErrorMessage>}
      {streams && (
        <section className={styles.section} aria-labelledby="live-heading">
          <h2 id="live-heading">{texts.liveNow(live.length)}</h2>
          {live.length === 0 && <p className={styles.none}>{texts.noneLive}</p>}
          <StreamGrid streams={live} hasRows hrefOf={channelPath} actionOf={followButton} menuOf={cardMenu} />
        </section>
      )}
      <section className={styles.section} aria-labelledby="offline-heading">
        <h2 id="offline-heading">{texts.offline(offline.length)}</h2>
        {offline.length === 0 && <p className={styles.none}>{texts.noneOffline}</p>}
        {offline.length > 0 && <OfflineList user={user} entries={offline} />}
      </section>
    </>
  )
}
