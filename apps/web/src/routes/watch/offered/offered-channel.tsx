import { watchPath } from '@waggle/contract/pages/page-addresses'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { StillPicture } from '../../../features/streams/cards/still-picture.tsx'
import { useStreams } from '../../../features/streams/use-streams.ts'
import { watchTexts as texts } from '../../../texts/viewer/watch.ts'
import { LiveBadge } from '../../../ui/identity/badge.tsx'
import styles from './offered-channel.module.css'

/** Another live channel to go on with, below what the player says of a broadcast that has failed, stopped or ended (rule WATCH-9). */
export function OfferedChannel({ username }: { username: string }) {
  const { streams } = useStreams()
  // It stays while it is live, also when others have more viewers meanwhile.
  const offered = useRef<string>(undefined)
  const others = streams?.filter((other) => other.username !== username && !other.isStopped && !other.isReconnecting)
  const stream = others?.find((other) => other.username === offered.current) ?? others?.[0]
  offered.current = stream?.username
  const link = useRef<HTMLAnchorElement>(null)
  const [isCut, setCut] = useState(false)
  const isOffered = stream !== undefined

  useEffect(() => {
    if (!link.current || !isOffered) return
    // Below a long sentence, or with large letters, there may be no room for it in the player.
    const observer = new IntersectionObserver(([entry]) => setCut((entry?.intersectionRatio ?? 1) < 0.99), {
      root: link.current.closest('section'),
      threshold: [0, 0.99],
    })
    observer.observe(link.current)
    return () => observer.disconnect()
  }, [isOffered])

  if (!stream) return null
  return (
    <Link ref={link} href={watchPath(stream.username)} className={styles.offer} data-cut={isCut || undefined}>
      <span className={styles.picture}>
        <StillPicture stream={stream} />
        <span className={styles.live} aria-hidden="true">
          <LiveBadge />
        </span>
      </span>
      <span className={styles.text}>
        <span className={styles.label}>{texts.othersLive}</span>
        <strong className={styles.name}>{stream.username}</strong>
        <span className={styles.title}>{stream.title}</span>
      </span>
    </Link>
  )
}
