import { useState } from 'react'
import { nameHash } from '../../lib/name-hash.ts'
import styles from './avatar.module.css'

/**
 * A user's picture. When there is none or it cannot be loaded, the user's initials on a colour derived from the name. Hidden from
 * screen readers, because the name is always beside it.
 */
export function Avatar({ username, src, size = 36 }: { username: string; src?: string | undefined; size?: number }) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const style = { width: size, height: size }
  if (!src || src === failedSrc) {
    const hue = nameHash(username) % 360
    return (
      <span
        className={styles.avatar}
        style={{ ...style, background: `hsl(${hue} var(--avatar-tone))`, fontSize: size * 0.4 }}
        aria-hidden="true"
      >
        {username.slice(0, 2).toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className={styles.avatar}
      style={style}
      src={src}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedSrc(src)}
    />
  )
}
