import type { StreamInfo } from '@waggle/contract/endpoints'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { CalendarPlus, Play } from 'lucide-react'
import { Link } from 'wouter'
import { useReplays } from '../../../features/replays/use-replays.ts'
import { useSiteTime } from '../../../lib/clock/use-site-time.ts'
import { formatWeekday } from '../../../lib/format/format.ts'
import { lastSeenText } from '../../../lib/format/last-seen.ts'
import { broadcastLength } from '../../../lib/format/short-duration.ts'
import { betweenBroadcastsTexts as texts } from '../../../texts/streamer/dashboard/between-broadcasts.ts'
import { streamTexts } from '../../../texts/viewer/streams.ts'
import { watchTexts } from '../../../texts/viewer/watch.ts'
import { RecordedPicture } from '../../../ui/recorded/recorded-picture.tsx'
import styles from './last-broadcast.module.css'

const minuteMs = 60_000

/** What the last broadcast was, the ways to its statistics and its replay, and the next one (rule DASH-13). */
export function LastBroadcast({
  user,
  broadcast: { title, startTime, endTime },
  nextAt,
}: {
  user: string
  broadcast: NonNullable<StreamInfo['lastBroadcast']>
  /** When the next one is planned to begin. */
  nextAt: number | null
}) {
  const nowMs = useSiteTime(minuteMs)
  // The latest replay may be that of an earlier broadcast.
  const replay = useReplays(user).replays.find(({ endedAt }) => endedAt > startTime)
  const duration = broadcastLength(endTime - startTime)
  return (
    <div className={styles.last}>
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
      <a className={styles.link} href="#schedule">
        <CalendarPlus size={16} aria-hidden="true" />
        {nextAt === null ? texts.plan : streamTexts.nextLive(formatWeekday(nextAt))}
      </a>
    </div>
  )
}
