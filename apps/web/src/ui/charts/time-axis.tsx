import { formatDate } from '../../lib/format/date-text.ts'
import { formatDay, formatTime } from '../../lib/format/format.ts'
import styles from './time-axis.module.css'
import { endShare, timeMarks } from './time-marks.ts'

/** How many marks have room: the style sheet shows those for the width of the chart. */
const widths = { tiny: 2, narrow: 3, middle: 5, wide: 7 } as const

/** The marks of time below a chart. The table of the chart has the times for those who do not see them. */
export function TimeAxis({ from, to, ofDays }: { from: number; to: number; ofDays: boolean }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      {(Object.keys(widths) as (keyof typeof widths)[]).map((width) => (
        <div key={width} className={styles[width]}>
          {timeMarks(from, to, widths[width], ofDays).map(({ at, isDay }) => {
            const share = (at - from) / (to - from)
            return (
              <span
                key={at}
                className={styles.mark}
                data-end={share > endShare || undefined}
                style={{ left: `${share * 100}%` }}
              >
                {ofDays ? formatDay(new Date(at).toISOString().slice(0, 10)) : isDay ? formatDate(at) : formatTime(at)}
              </span>
            )
          })}
        </div>
      ))}
    </div>
  )
}
