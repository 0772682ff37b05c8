import { formatOneDecimal } from '../../../lib/format/format.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../../texts/viewer/player.ts'
import type { Playback } from '../engines/playback.ts'
import styles from './controls.module.css'

const isBehindFromSeconds = 4

/** The delay behind the broadcast, and a button to the live edge when the picture is far behind it. */
export function LatencyReadout({ playback, isPaused }: { playback: Playback; isPaused: boolean }) {
  const { latencySeconds, status, isFollowingLive } = useStore(playback)
  if (status !== 'ready') return null
  const isBehind = isPaused || !isFollowingLive || (latencySeconds !== null && latencySeconds > isBehindFromSeconds)
  return (
    <span className={styles.latency}>
      {isBehind ? (
        <button type="button" className={styles.goLive} onClick={playback.goToLive}>
          <span className={styles.dot} aria-hidden="true" />
          {texts.goToLive}
        </button>
      ) : (
        <span className={styles.live}>
          <span className={styles.dot} data-live aria-hidden="true" />
          {texts.live}
        </span>
      )}
      {latencySeconds !== null && (
        <span className={styles.seconds} title={texts.delay}>
          <span className="visually-hidden">{texts.delayPrefix}</span>
          {texts.seconds(formatOneDecimal(latencySeconds))}
        </span>
      )}
    </span>
  )
}
