import { type PlannedBroadcast, scheduleLimits } from '@waggle/contract/channels/schedule'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { formatDayOfMonth, formatDayOfWeek } from '../../../lib/format/weekly-time.ts'
import { scheduleEditorTexts as texts } from '../../../texts/streamer/channel-settings.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { endText } from '../end-text.ts'
import { keyOf } from '../planned-list.tsx'
import { daysShown, nextDays, timeBetween } from './next-days.ts'
import styles from './week-strip.module.css'

/** Nothing can be planned later. */
const lastWeek = Math.floor(scheduleLimits.maxDaysAhead / daysShown)

/**
 * The next seven days beside each other, in a wide window, or as many some weeks later, each with what is planned. A press edits it as
 * the list does.
 */
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
  const [week, setWeek] = useState(0)
  const inOrder = planned.toSorted((one, other) => one.startTime - other.startTime)
  const days = nextDays(nowMs, week)
  const [first, last] = [days[0], days.at(-1)].map((day) => formatDayOfMonth(day?.beginMs ?? nowMs))
  const range = `${first} – ${last}`
  return (
    <div className={styles.strip}>
      <div className={styles.weeks}>
        <p aria-live="polite">{range}</p>
        <IconButton label={texts.earlierWeek} disabled={week === 0} onClick={() => setWeek(week - 1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={texts.laterWeek} disabled={week === lastWeek} onClick={() => setWeek(week + 1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <ol className={styles.week} aria-label={week === 0 ? texts.week : range}>
        {days.map((day, index) => (
          <Day
            key={day.beginMs}
            day={day}
            isToday={week === 0 && index === 0}
            planned={inOrder.flatMap((broadcast) => {
              const startTime = timeBetween(broadcast, day)
              return startTime === undefined ? [] : [{ broadcast, startTime }]
            })}
            editedKey={editedKey}
            onEdit={onEdit}
          />
        ))}
      </ol>
    </div>
  )
}

function Day({
  day: { beginMs },
  isToday,
  planned,
  editedKey,
  onEdit,
}: {
  day: { beginMs: number }
  isToday: boolean
  /** With when each is on this day: one of every week is listed with its next time. */
  planned: readonly { broadcast: PlannedBroadcast; startTime: number }[]
  editedKey: string | undefined
  onEdit: (broadcast: PlannedBroadcast) => void
}) {
  return (
    <li className={styles.day} aria-current={isToday ? 'date' : undefined}>
      <p className={styles.head}>
        <span className={styles.name}>{isToday ? texts.today : formatDayOfWeek(beginMs)}</span>
        <span className={styles.date}>{formatDayOfMonth(beginMs)}</span>
      </p>
      {planned.map(({ broadcast, startTime }) => {
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
              {formatTime(startTime)}
              {endText({ ...broadcast, startTime })}
            </span>
            {broadcast.title !== '' && <span className={styles.title}>{broadcast.title}</span>}
          </button>
        )
      })}
    </li>
  )
}

/** The button that edits a broadcast here, which has the focus again when nothing was edited. */
export function weekButtonId(key: string): string {
  return `week ${key}`.replace(/\s/g, '-')
}
