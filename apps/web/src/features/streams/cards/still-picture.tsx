import type { ActiveStream } from '@waggle/contract/endpoints'
import { largeThumbnail } from '@waggle/contract/streams/thumbnail-addresses'
import { useState } from 'react'
import { ChannelArt } from '../../../ui/identity/channel-art.tsx'
import styles from './pictures.module.css'

/**
 * The stream's newest thumbnail. If it cannot be loaded, the previous one stays; where there is none, as in a broadcast without video,
 * the channel's own picture takes its place (rule HOME-4), with its name but on the stage, which has it beside the picture.
 */
export function StillPicture({
  stream: { thumbnail: small, username, avatar },
  isStage = false,
}: {
  stream: ActiveStream
  /** The first and widest picture that a visitor sees: it is larger, and fetched before the others. */
  isStage?: boolean
}) {
  const thumbnail = small && isStage ? largeThumbnail(small) : small
  const [lastGood, setLastGood] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const shown = thumbnail === failed ? lastGood : thumbnail
  if (!shown) {
    return (
      <ChannelArt username={username} avatar={avatar}>
        {!isStage && <span className={styles.artName}>{username}</span>}
      </ChannelArt>
    )
  }
  return (
    <img
      className={styles.still}
      src={shown}
      alt=""
      {...(isStage ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      onLoad={() => setLastGood(shown)}
      onError={() => {
        setFailed(shown)
        if (shown === lastGood) setLastGood(undefined)
      }}
    />
  )
}
