import { useStore } from '../../lib/use-store.ts'
import styles from './controls.module.css'
import type { Playback } from './playback.ts'

const isBehindFromSeconds = 4

/** How far behind the picture is, and the way back to the live edge when it is far. */
export function LatencyReadout({ playback, isPaused }: { playback: Playback; isPaused: boolean }) {
  const { latencySeconds, status } = useStore(playback)
  if (status !== 'ready') return null
  const isBehind = isPaused || (latencySeconds !== null && latencySeconds > isBehindFromSeconds)
  const text = latencySeconds === null ? '' : `${latencySeconds.toFixed(1)} s`
  return (
    <span className={styles.latency}>
      {isBehind ? (
        <button type="button" className={styles.goLive} onClick={playback.goToLive}>
          <span className={styles.dot} aria-hidden="true" />
          Go to live
        </button>
      ) : (
        <span className={styles.live}>
          <span className={styles.dot} data-live aria-hidden="true" />
          Live
        </span>
      )}
      {text && (
        <span className={styles.seconds} title="Delay behind the broadcast">
          <span className="visually-hidden">Delay: </span>
          {text}
        </span>
      )}
    </span>
  )
}
