import { type ReactNode, useState } from 'react'
import { Avatar } from './avatar.tsx'
import styles from './channel-art.module.css'
import { StreamPlaceholder } from './stream-placeholder.tsx'

/** Stands in for a picture of the stream: the channel's avatar over a blurred enlargement of it, and what else is to be said. */
export function ChannelArt({
  username,
  avatar,
  isContentHidden = false,
  children,
}: {
  username: string
  avatar: string | undefined
  /** Only the background is shown. */
  isContentHidden?: boolean
  children?: ReactNode
}) {
  const [failedSrc, setFailedSrc] = useState<string>()
  return (
    <div className={styles.art}>
      <StreamPlaceholder username={username} />
      {avatar && avatar !== failedSrc && (
        <img
          className={styles.blurred}
          src={avatar}
          alt=""
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(avatar)}
        />
      )}
      <div className={styles.content} data-hidden={isContentHidden || undefined}>
        <Avatar username={username} src={avatar} size="clamp(30px, var(--art-avatar, 18cqi), 150px)" />
        {children}
      </div>
    </div>
  )
}
