import { defaultCategory } from '@waggle/contract/channels/defaults'
import type { StreamInfo } from '@waggle/contract/endpoints'
import { pagePaths, replayPath } from '@waggle/contract/pages/page-addresses'
import { CalendarClock, CalendarPlus, ChevronRight, Circle, CircleCheck, Play } from 'lucide-react'
import { Link } from 'wouter'
import { useReplays } from '../../../features/replays/use-replays.ts'
import { ownTitle } from '../../../features/streams/own-title.ts'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { formatWeekday } from '../../../lib/format/format.ts'
import { lastSeenText } from '../../../lib/format/last-seen.ts'
import { shortDuration } from '../../../lib/format/short-duration.ts'
import { betweenBroadcastsTexts as texts } from '../../../texts/streamer/dashboard/between-broadcasts.ts'
import { streamTexts } from '../../../texts/viewer/streams.ts'
import { watchTexts } from '../../../texts/viewer/watch.ts'
import { RecordedPicture } from '../../../ui/recorded/recorded-picture.tsx'
import styles from './between-broadcasts.module.css'

const minuteMs = 60_000

/** While the channel is offline: its last broadcast and its next one, or the way to the first (rule DASH-13). */
export function BetweenBroadcasts({ user, stream }: { user: string; stream: StreamInfo }) {
  const { lastBroadcast, nextBroadcast } = stream
  if (!lastBroadcast) return <FirstSteps stream={stream} />
  return (
    <section className={styles.between} aria-label={texts.title}>
      <Last user={user} broadcast={lastBroadcast} />
      <a className={styles.link} href="#settings">
        {nextBroadcast === null ? (
          <CalendarPlus size={16} aria-hidden="true" />
        ) : (
          <CalendarClock size={16} aria-hidden="true" />
        )}
        {nextBroadcast === null ? texts.plan : streamTexts.nextLive(formatWeekday(nextBroadcast))}
      </a>
    </section>
  )
}

function Last({ user, broadcast }: { user: string; broadcast: NonNullable<StreamInfo['lastBroadcast']> }) {
  const { title, startTime, endTime } = broadcast
  const nowMs = useSiteTime(minuteMs)
  // The latest replay may be that of an earlier broadcast.
  const replay = useReplays(user).replays.find(({ endedAt }) => endedAt > startTime)
  const duration = shortDuration(Math.max(1, Math.round((endTime - startTime) / minuteMs)) * minuteMs)
  return (
    <>
      {replay && (
        <span className={styles.picture}>
          <RecordedPicture username={user} path={replay.picturePath} />
        </span>
      )}
      <a className={styles.what} href="#history" data-tooltip={texts.statistics}>
        {title && <strong className={styles.line}>{title}</strong>}
        <span className={styles.line}>{watchTexts.wasLive(lastSeenText(endTime, nowMs), duration)}</span>
      </a>
      {replay && (
        <Link className={styles.link} href={replayPath(replay.streamId)}>
          <Play size={16} aria-hidden="true" />
          {texts.watchAgain}
        </Link>
      )}
    </>
  )
}

/** What is done before the first broadcast, ticked where it is known. */
function FirstSteps({ stream }: { stream: StreamInfo }) {
  const { title, encoder, schedule } = texts.steps
  const steps = [
    {
      name: title,
      To: 'a',
      href: '#settings',
      isDone: ownTitle(stream) !== undefined && stream.category !== defaultCategory,
    },
    { name: encoder, To: Link, href: pagePaths.streamKey, isDone: false },
    { name: schedule, To: 'a', href: '#settings', isDone: stream.nextBroadcast !== null },
  ] as const
  return (
    <section className={styles.first} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.heading}>
        {texts.first}
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ name, To, href, isDone }) => (
          <li key={name}>
            <To className={styles.step} data-done={isDone} href={href}>
              {isDone ? (
                <CircleCheck size={18} role="img" aria-label={texts.done} />
              ) : (
                <Circle size={18} aria-hidden="true" />
              )}
              <span className={styles.stepName}>{name}</span>
              <ChevronRight size={18} aria-hidden="true" />
            </To>
          </li>
        ))}
      </ol>
    </section>
  )
}
