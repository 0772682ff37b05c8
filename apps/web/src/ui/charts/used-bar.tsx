import styles from './used-bar.module.css'

interface UsedBarProps {
  share: number
  /** What the share is expected to become, as a mark on the bar. */
  forecast?: number
  label?: string
}

/** Which share is used, as a bar; red when nearly all is. Without a label it only illustrates the figure beside it. */
export function UsedBar({ share, forecast, label }: UsedBarProps) {
  const bar = (
    <progress
      className={styles.used}
      value={Math.min(1, share)}
      data-full={(label !== undefined && share > nearlyAll) || undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
    />
  )
  if (forecast === undefined) return bar
  return (
    <div className={styles.forecast}>
      {bar}
      <span className={styles.tick} style={{ left: `${Math.min(1, forecast) * 100}%` }} />
    </div>
  )
}

const nearlyAll = 0.9
