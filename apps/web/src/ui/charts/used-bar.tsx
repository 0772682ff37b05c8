import type { CSSProperties } from 'react'
import styles from './used-bar.module.css'

export interface UsedBarProps {
  share: number
  /** Which part of what is used the bar is about; the rest of it is grey. */
  part?: number
  /** What the share is expected to become, as a mark on the bar with its text. */
  forecast?: { share: number; text: string }
  label?: string
  /** What the parts of the bar are, below it: what it is about, the rest of what is used, and what is free. */
  legend?: { part: string; rest?: string | undefined; free: string } | undefined
}

/** Which share is used, as a bar; red when nearly all is. Without a label it only illustrates the figure beside it. */
export function UsedBar({ share, part = 1, forecast, label, legend }: UsedBarProps) {
  const bar = (
    <progress
      className={styles.used}
      value={Math.min(1, share)}
      style={{ '--part': part } as CSSProperties}
      data-full={(label !== undefined && share > nearlyAll) || undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
    />
  )
  if (legend) {
    return (
      <div className={styles.explained}>
        {bar}
        <ul className={styles.legend}>
          {(['part', 'rest', 'free'] as const).map(
            (key) =>
              legend[key] !== undefined && (
                <li key={key} data-colour={key}>
                  {legend[key]}
                </li>
              ),
          )}
        </ul>
      </div>
    )
  }
  if (forecast === undefined) return bar
  return (
    <div className={styles.forecast}>
      {bar}
      <span className={styles.tick} style={{ left: `${Math.min(1, forecast.share) * 100}%` }} />
      <span className={styles.tickText} style={{ '--at': Math.min(1, forecast.share) } as CSSProperties}>
        {forecast.text}
      </span>
    </div>
  )
}

const nearlyAll = 0.9
