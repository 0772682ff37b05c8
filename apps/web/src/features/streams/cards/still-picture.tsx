import type { ActiveStream } from '@waggle/contract/endpoints'
import { useState } from 'react'
import { ChannelArt } from '../../../ui/identity/channel-art.tsx'
import styles from './streams.module.css'

/**
 * The stream's newest thumbnail. If it cannot be loaded, the previous one stays; where there is none, as in a broadcast without video,
 * the channel's own picture takes its place (rule HOME-4).
 */
export function StillPicture({
  stream: { thumbnail, username, avatar },
  isPriority = false,
}: {
  stream: ActiveStream
  /** The first picture that a visitor sees: it is fetched before the others. */
  isPriority?: boolean
}) {
  const [lastGood, setLastGood] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const shown = thumbnail === failed ? lastGood : thumbnail
  if (!shown) {
    return (
      <ChannelArt username={username} avatar={avatar}>
        <span className={styles.artName}>{username}</span>
      </ChannelArt>
    )
  }
  return (
    <img
      className={styles.still}
      src={shown}
      alt=""
      {...(isPriority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      onLoad={() => setLastGood(shown)}
      onError={() => {
        setFailed(shown)
        if (shown === lastGood) setLastGood(undefined)
      }}
    />
  )
}
