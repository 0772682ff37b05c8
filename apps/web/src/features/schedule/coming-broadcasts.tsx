import { useQuery } from '@tanstack/react-query'
import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'
import { type ReactNode, useId, useRef } from 'react'
import { formatTime, formatWeekdayAlone } from '../../lib/format/format.ts'
import { categoryText } from '../../texts/contract/choices.ts'
import { scheduleTexts as texts } from '../../texts/viewer/channel/schedule.ts'
import styles from './coming-broadcasts.module.css'
import { endText } from './end-text.ts'
import { scheduleQuery } from './schedule-query.ts'

const shownMax = 7

/** What a channel that is offline has planned, where the time of the next one does not say it all (rule SETTINGS-8). */
export function ComingBroadcasts({
  username,
  nextBroadcast,
  children,
}: {
  username: string
  /** Null where there is none, or while the channel is live. */
  nextBroadcast: number | null
  /** What follows. On a page that has just been opened it comes once the list is known, because it would move then. */
  children: ReactNode
}) {
  const isPlanned = nextBroadcast !== null
  const { data, isLoading, failureCount } = useQuery({
    ...scheduleQuery(username, nextBroadcast),
    enabled: isPlanned,
    placeholderData: (previous) => previous,
  })
  const isOpened = useRef(false)
  isOpened.current ||= !isLoading || failureCount > 0
  const planned = isPlanned ? (data?.broadcasts ?? []) : []
  const isMore = planned.length > 1 || planned.some(saysMore)
  return (
    <>
      {isMore && <ComingList broadcasts={planned.slice(0, shownMax)} />}
      {isOpened.current && children}
    </>
  )
}

function ComingList({ broadcasts }: { broadcasts: readonly PlannedBroadcast[] }) {
  const headingId = useId()
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {texts.coming}
      </h2>
      <ol className={styles.list}>
        {broadcasts.map((broadcast) => {
          const { startTime, isWeekly, title, category } = broadcast
          return (
            <li key={`${startTime} ${isWeekly} ${title}`} className={styles.item}>
              <time className={styles.time} dateTime={new Date(startTime).toISOString()}>
                <span className={styles.day}>{formatWeekdayAlone(startTime)}</span>
                <span className="visually-hidden">, </span>
                <span>
                  {formatTime(startTime)}
                  {endText(broadcast)}
                </span>
              </time>
              {title !== '' && <span className={styles.title}>{title}</span>}
              <span className={styles.facts}>
                {isWeekly && <span>{texts.everyWeek}</span>}
                {category !== null && <span>{categoryText(category)}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** More than the time at which it begins, which the line above the list says. */
function saysMore({ title, durationMinutes, category }: PlannedBroadcast): boolean {
  return title !== '' || durationMinutes !== null || category !== null
}
