import { useState } from 'react'
import { nameHash } from '../../lib/name-hash.ts'
import styles from './avatar.module.css'

/**
 * A user's picture. When there is none or it cannot be loaded, the user's initials on a colour derived from the name. Hidden from
 * screen readers, because the name is always beside it. The initials are drawn by the style sheet: as text they would be part of what a
 * button seems to be called (WCAG 2.5.3, Label in Name) and of what is copied.
 */
export function Avatar({
  username,
  src,
  size = 36,
}: {
  username: string
  src?: string | undefined
  /** Pixels, or any CSS length. */
  size?: number | string
}) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const length = typeof size === 'number' ? `${size}px` : size
  const style = { width: length, height: length }
  if (!src || src === failedSrc) {
    const hue = nameHash(username) % 360
    return (
      <span
        className={styles.avatar}
        style={{ ...style, background: `hsl(${hue} var(--avatar-tone))`, fontSize: `calc(${length} * 0.4)` }}
        data-initials={username.slice(0, 2).toUpperCase()}
        aria-hidden="true"
      />
    )
  }
  return (
    <img
      className={styles.avatar}
      style={style}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedSrc(src)}
    />
  )
}
