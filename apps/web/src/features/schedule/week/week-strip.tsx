import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { formatDayOfMonth, formatDayOfWeek } from '../../../lib/format/weekly-time.ts'
import { scheduleEditorTexts as texts } from '../../../texts/streamer/channel-settings.ts'
import { endText } from '../end-text.ts'
import { keyOf } from '../planned-list.tsx'
import { nextDays } from './next-days.ts'
import styles from './week-strip.module.css'

/** The next seven days beside each other, in a wide window, each with what is planned. A press edits it as the list does. */
export function WeekStrip({
  planned,
  editedKey,
  onEdit,
}: {
  planned: readonly PlannedBroadcast[]
  /** The one that is in the form. */
  editedKey: string | undefined
  onEdit: (broadcast: PlannedBroadcast) => void
}) {
  const nowMs = useSiteTime(60_000)
  const inOrder = planned.toSorted((one, other) => one.startTime - other.startTime)
  return (
    <ol className={styles.week} aria-label={texts.week}>
      {nextDays(nowMs).map(({ beginMs, endMs }, index) => (
        <li key={beginMs} className={styles.day} aria-current={index === 0 ? 'date' : undefined}>
          <p className={styles.head}>
            <span className={styles.name}>{index === 0 ? texts.today : formatDayOfWeek(beginMs)}</span>
            <span className={styles.date}>{formatDayOfMonth(beginMs)}</span>
          </p>
          {inOrder
            .filter(({ startTime }) => startTime >= beginMs && startTime < endMs)
            .map((broadcast) => {
              const key = keyOf(broadcast)
              return (
                <button
                  key={key}
                  id={weekButtonId(key)}
                  type="button"
                  className={styles.planned}
                  aria-current={key === editedKey ? 'true' : undefined}
                  onClick={() => onEdit(broadcast)}
                >
                  <span className="visually-hidden">{texts.edit(formatDayOfWeek(beginMs))}, </span>
                  <span className={styles.clock}>
                    {formatTime(broadcast.startTime)}
                    {endText(broadcast)}
                  </span>
                  {broadcast.title !== '' && <span className={styles.title}>{broadcast.title}</span>}
                </button>
              )
            })}
        </li>
      ))}
    </ol>
  )
}

/** The button that edits a broadcast here, which has the focus again when nothing was edited. */
export function weekButtonId(key: string): string {
  return `week ${key}`.replace(/\s/g, '-')
}
