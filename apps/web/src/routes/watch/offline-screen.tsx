import type { StreamInfo } from '@waggle/contract/endpoints'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { Play } from 'lucide-react'
import { Link } from 'wouter'
import { AlertButton } from '../../features/live-alerts/alert-button.tsx'
import { PlayerMessage } from '../../features/player/player-message.tsx'
import { useReplays } from '../../features/replays/use-replays.ts'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatDateTime, formatWeekday } from '../../lib/format/format.ts'
import { distanceText, lastSeenText } from '../../lib/format/last-seen.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { playerTexts } from '../../texts/viewer/player/player.ts'
import { replayTexts } from '../../texts/viewer/replay.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { useRecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import styles from './watch.module.css'

const refreshMs = 60_000

/** Takes the player's place while the channel is offline. */
export function OfflineScreen({ stream }: { stream: StreamInfo }) {
  const { username, lastBroadcast, nextBroadcast, suspension } = stream
  const nowMs = useSiteTime(refreshMs)
  const [latest] = useReplays(username).replays
  const picture = useRecordedPicture(latest?.picturePath ?? null)
  if (suspension) {
    return (
      <PlayerMessage title={suspensionTexts.suspended(username)}>
        {suspensionTexts.because(suspensionTexts.reasons[suspension.reason])}{' '}
        {suspension.until !== null && suspensionTexts.until(formatDateTime(suspension.until))}
      </PlayerMessage>
    )
  }
  return (
    <>
      {/* The channel's art is below it. */}
      {picture && <div className={styles.lastPicture}>{picture}</div>}
      <div className={styles.overPicture}>
        <PlayerMessage
          title={playerTexts.offline(username)}
          action={
            <>
              {latest && (
                <Link href={replayPath(latest.streamId)} className={buttonClass('secondary')}>
                  <Play size={18} aria-hidden="true" />
                  {replayTexts.watchLast}
                </Link>
              )}
              <AlertButton channel={username} />
            </>
          }
        >
          {nextBroadcast && (
            <strong className={styles.line}>
              {streamTexts.nextLive(`${formatWeekday(nextBroadcast)} (${distanceText(nextBroadcast - nowMs)})`)}
            </strong>
          )}
          {lastBroadcast && (
            <>
              <span className={styles.line}>
                {texts.wasLive(
                  lastSeenText(lastBroadcast.endTime, nowMs),
                  durationText(lastBroadcast.endTime - lastBroadcast.startTime),
                )}
              </span>
              {lastBroadcast.title && (
                <span className={`${styles.line} visually-hidden-on-phone`}>
                  {texts.lastTitle(lastBroadcast.title)}
                </span>
              )}
            </>
          )}
          <span className={lastBroadcast ? `${styles.line} visually-hidden-on-phone` : undefined}>
            {playerTexts.startsAutomatically}
          </span>
        </PlayerMessage>
      </div>
    </>
  )
}

/** `2 h 5 min`, `5 min`; at least one minute. */
function durationText(durationMs: number): string {
  const minutes = Math.max(1, Math.round(durationMs / 60_000))
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
