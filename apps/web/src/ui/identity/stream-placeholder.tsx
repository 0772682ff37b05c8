import { useId } from 'react'
import { nameHash } from '../../lib/name-hash.ts'
import { siteTexts } from '../../texts/site.ts'
import styles from './stream-placeholder.module.css'

/** Centre and opacity of each honeycomb cell. */
const cells = [
  [26, 30, 0.1],
  [26, 90, 0.2],
  [78, 60, 0.07],
  [78, 0, 0.16],
  [242, 30, 0.08],
  [242, 90, 0.2],
  [242, 150, 0.1],
  [294, 60, 0.16],
  [294, 120, 0.07],
  [294, 0, 0.1],
  [78, 180, 0.06],
  [26, 150, 0.08],
] as const

/** The background of a stream without a picture: a honeycomb in colours derived from the channel's name. */
export function StreamPlaceholder({ username }: { username: string }) {
  const id = useId()
  const hash = nameHash(username)
  // The lights of the dance floor: from violet through red to amber.
  const hue = (280 + (hash % 110)) % 360
  const otherHue = (hue + 30 + (hash % 30)) % 360
  return (
    <svg
      className={styles.placeholder}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={siteTexts.noPreview(username)}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" style={{ stopColor: `hsl(${hue} var(--placeholder-tone-start))` }} />
          <stop offset="1" style={{ stopColor: `hsl(${otherHue} var(--placeholder-tone-end))` }} />
        </linearGradient>
      </defs>
      <rect width="320" height="180" fill={`url(#${id})`} />
      {cells.map(([x, y, opacity]) => (
        <path
          key={`${x},${y}`}
          d="M-34.6 0-17.3-30h34.6L34.6 0 17.3 30h-34.6Z"
          transform={`translate(${x} ${y}) scale(.93)`}
          fill="var(--on-media)"
          fillOpacity={opacity * 0.55}
          stroke="var(--on-media)"
          strokeOpacity={opacity}
        />
      ))}
    </svg>
  )
}
