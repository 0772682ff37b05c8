import type { ActiveStream } from '@waggle/contract/endpoints'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { abbreviateCount, viewersText } from '../../../lib/format/count.ts'
import { StateBadge } from '../../../ui/identity/badge.tsx'
import { ChannelArt } from '../../../ui/identity/channel-art.tsx'
import styles from './streams.module.css'
import { ThumbnailSequence } from './thumbnail-sequence.tsx'

/**
 * The stream's newest thumbnail, with its predecessors while `isAnimated`. If it cannot be loaded, the previous one stays; where there
 * is none, as in a broadcast without video, the channel's own picture takes its place (rule HOME-4).
 */
export function StreamThumbnail({
  stream,
  isAnimated = false,
  isPriority = false,
}: {
  stream: ActiveStream
  isAnimated?: boolean
  /** The first picture that a visitor sees: it is fetched before the others. */
  isPriority?: boolean
}) {
  const [lastGood, setLastGood] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const { thumbnail, username, avatar, viewers } = stream
  const shown = thumbnail === failed ? lastGood : thumbnail
  return (
    <div className={styles.thumbnail}>
      {shown ? (
        <img
          src={shown}
          alt=""
          {...(isPriority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
          onLoad={() => setLastGood(shown)}
          onError={() => {
            setFailed(shown)
            if (shown === lastGood) setLastGood(undefined)
          }}
        />
      ) : (
        <ChannelArt username={username} avatar={avatar}>
          <span className={styles.artName}>{username}</span>
        </ChannelArt>
      )}
      {shown && isAnimated && <ThumbnailSequence newest={shown} />}
      <span className={styles.badge}>
        <StateBadge stream={stream} />
      </span>
      <span className={styles.viewers}>
        <Eye size={14} aria-hidden="true" />
        <span aria-hidden="true">{abbreviateCount(viewers)}</span>
        <span className="visually-hidden">{viewersText(viewers)}</span>
      </span>
    </div>
  )
}
