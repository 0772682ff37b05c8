import { useEffect, useReducer } from 'react'
import { clockText } from '../../../lib/format/clock-text.ts'
import { formatOneDecimal } from '../../../lib/format/format.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../../texts/viewer/player/player.ts'
import type { Playback } from '../engines/playback.ts'
import type { EncoderState } from '../stalls/use-stall-cause.ts'
import styles from './controls.module.css'

const isBehindFromSeconds = 4
/** On a slow network the player keeps a longer distance by itself: then the live edge is there, and nothing leads nearer to it. */
const overTargetSeconds = 2
const readIntervalMs = 500

/** The delay behind the broadcast, in the button to the live edge when the picture is far behind it. */
export function LatencyReadout({
  playback,
  isPaused,
  encoder,
}: {
  playback: Playback
  isPaused: boolean
  encoder: EncoderState
}) {
  const { latencySeconds, status, isFollowingLive } = useStore(playback)
  const soughtSeconds = useBehindSeconds(playback, isPaused || (latencySeconds === null && !isFollowingLive))
  if (status !== 'ready') return null
  const behindSeconds = soughtSeconds ?? latencySeconds
  // Nothing is newer than the picture that stands still (rule PLAYER-14).
  const isAway = encoder.isReconnecting || encoder.isStopped
  const keptSeconds = playback.measure()?.targetLatency?.seconds ?? 0
  const lateFromSeconds = Math.max(isBehindFromSeconds, keptSeconds + overTargetSeconds)
  const isLate = !isAway && latencySeconds !== null && latencySeconds > lateFromSeconds
  const isBehind = isPaused || !isFollowingLive || isLate
  const delay = (isBehind || !isAway) && behindSeconds !== null && (!isBehind || behindSeconds >= 1) && (
    <span className={styles.seconds} title={texts.delay}>
      {isBehind ? texts.behindShortly(durationText(behindSeconds)) : texts.delayOf(formatOneDecimal(behindSeconds))}
    </span>
  )
  return (
    <span className={styles.latency}>
      {isBehind ? (
        <button type="button" className={styles.goLive} onClick={playback.goToLive}>
          <span className={styles.dot} aria-hidden="true" />
          {texts.goToLive} {delay}
          {delay && <span className={styles.shortly}>−{clockText((behindSeconds ?? 0) * 1000)}</span>}
        </button>
      ) : (
        <span className={styles.live} data-away={isAway || undefined}>
          <span className={styles.dot} aria-hidden="true" />
          {texts.live}
        </span>
      )}
      {!isBehind && delay}
    </span>
  )
}

function durationText(seconds: number): string {
  return seconds < 60 ? texts.seconds(`${Math.floor(seconds)}`) : clockText(seconds * 1000)
}

/** How far a picture that is paused or from the recording is behind: it has no latency that the player measures. */
function useBehindSeconds(playback: Playback, isUnmeasured: boolean): number | undefined {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!isUnmeasured) return
    const timer = setInterval(draw, readIntervalMs)
    return () => clearInterval(timer)
  }, [isUnmeasured])
  return isUnmeasured ? playback.seekRange()?.behindSeconds : undefined
}
