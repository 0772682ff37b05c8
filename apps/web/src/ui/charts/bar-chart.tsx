import type { ReactNode } from 'react'
import styles from './bar-chart.module.css'

interface Bar {
  key: string
  name: ReactNode
  value: number
}

/** One value of several things, below each other, with a bar for each. */
export function BarChart({
  title,
  bars,
  formatValue,
}: {
  title: string
  bars: readonly Bar[]
  formatValue: (value: number) => string
}) {
  const most = Math.max(...bars.map(({ value }) => value))
  return (
    <figure className={styles.chart} aria-label={title}>
      <dl className={styles.bars}>
        {bars.map(({ key, name, value }) => (
          <div key={key} className={styles.row}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>
              <span className={styles.track} aria-hidden="true">
                <span className={styles.bar} style={{ width: `${most > 0 ? (value / most) * 100 : 0}%` }} />
              </span>
              <span className={styles.number}>{formatValue(value)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
