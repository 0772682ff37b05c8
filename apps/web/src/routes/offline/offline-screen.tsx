import type { StreamInfo } from '@waggle/contract/endpoints'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PlayerMessage } from '../../features/player/player-message.tsx'
import { useReplays } from '../../features/replays/use-replays.ts'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatDateTime, formatWeekday } from '../../lib/format/format.ts'
import { distanceText, lastSeenText } from '../../lib/format/last-seen.ts'
import { broadcastLength } from '../../lib/format/short-duration.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { playerTexts } from '../../texts/viewer/player/player.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import { RecordedPicture, useRecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import styles from './offline-screen.module.css'

const refreshMs = 60_000

/** Takes the player's place while the channel is offline: when it was and will be live, over a picture of its last broadcast. */
export function OfflineScreen({
  stream,
  pathOf,
  alert,
  calendar,
}: {
  stream: StreamInfo
  /** Where a broadcast is watched again. */
  pathOf: (streamId: string) => string
  /** The button that says when the channel is live. A framed player has none. */
  alert?: ReactNode
  /** The button that takes what is planned along; where there is any. A framed player has none. */
  calendar?: ReactNode
}) {
  const { username, suspension } = stream
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
      {picture && <div className={styles.picture}>{picture}</div>}
      <div className={styles.over}>
        <PlayerMessage
          title={playerTexts.offline(username)}
          action={
            <div className={styles.actions}>
              {alert}
              {latest && (
                <Link href={pathOf(latest.streamId)} className={styles.last}>
                  <span className={styles.lastPicture}>
                    <RecordedPicture username={username} path={latest.picturePath} />
                    <Play size={18} fill="currentColor" aria-hidden="true" />
                  </span>
                  <span className={styles.lastText}>
                    <strong>{replayTexts.watchLast}</strong>
                    {latest.title && <span className={styles.lastTitle}>{latest.title}</span>}
                  </span>
                </Link>
              )}
            </div>
          }
        >
          <OfflineFacts stream={stream} isTitled={latest !== undefined} calendar={calendar} />
        </PlayerMessage>
      </div>
    </>
  )
}

/** When an offline channel will be live, and when it was last. */
function OfflineFacts({
  stream: { lastBroadcast, nextBroadcast },
  isTitled,
  calendar,
}: {
  stream: StreamInfo
  calendar: ReactNode
  /** The last broadcast can be watched, and its title is there. */
  isTitled: boolean
}) {
  const nowMs = useSiteTime(refreshMs)
  return (
    <>
      {nextBroadcast && (
        <strong className={styles.next}>
          {streamTexts.nextLive(`${formatWeekday(nextBroadcast)} (${distanceText(nextBroadcast - nowMs)})`)}
          {calendar && <span className={styles.calendar}>{calendar}</span>}
        </strong>
      )}
      {lastBroadcast && (
        <>
          <span className={styles.line}>
            {texts.wasLive(
              lastSeenText(lastBroadcast.endTime, nowMs),
              broadcastLength(lastBroadcast.endTime - lastBroadcast.startTime),
            )}
          </span>
          {lastBroadcast.title && !isTitled && (
            <span className={`${styles.line} visually-hidden-on-phone`}>{texts.lastTitle(lastBroadcast.title)}</span>
          )}
        </>
      )}
      <span className={lastBroadcast ? `${styles.line} visually-hidden-on-phone` : undefined}>
        {playerTexts.startsAutomatically}
      </span>
    </>
  )
}
