import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  Suspense,
  useEffect,
  useReducer,
  useState,
} from 'react'
import { lazyComponent } from '../../../../lib/browser/lazy-page.tsx'
import { clockText } from '../../../../lib/format/clock-text.ts'
import { shortDuration } from '../../../../lib/format/short-duration.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../../../texts/viewer/player/player.ts'
import type { Playback } from '../../engines/playback.ts'
import { seekStepSeconds } from '../../keyboard/player-keys.ts'
import styles from './seek-bar.module.css'
import { SeekPicture } from './seek-picture.tsx'

const shortestSeconds = 8
const readIntervalMs = 250
const thumbWidth = 14
/** What is in memory is too short for marks. */
const marksFromSeconds = 100

// Only recorded broadcasts have them.
const SeekMarks = lazyComponent(async () => (await import('./seek-marks.tsx')).SeekMarks)

/** What can be sought in as a bar: what is in memory or recorded of a live broadcast, or a recording. Shown where the viewer can seek. */
export function SeekBar({ playback, streamId, isPaused }: { playback: Playback; streamId: string; isPaused: boolean }) {
  const { lengthSeconds, behindSeconds, readAgain } = useSeekRange(playback, isPaused)
  const { timeline } = useStore(playback)
  const [pointedSeconds, setPointedSeconds] = useState<number | null>(null)
  // Most viewers of a live broadcast never look for an earlier moment.
  const [hasMarks, setHasMarks] = useState(timeline === 'recording')
  if (lengthSeconds < shortestSeconds) return null

  /**
   * Draws the target at once. React would otherwise put the previous value back before the browser's `change` event, and take that
   * event for another seek, back to where the picture was.
   */
  function seek(toBehindSeconds: number): void {
    playback.seekTo(toBehindSeconds)
    readAgain()
  }

  const clockAt = (secondsBehind: number) => clockText((lengthSeconds - secondsBehind) * 1000)

  function valueText(): string {
    if (timeline === 'recording') return texts.positionOf(clockAt(behindSeconds), clockAt(0))
    if (behindSeconds === 0) return texts.live
    return behindSeconds < 120 ? texts.behind(behindSeconds) : texts.behindBy(shortDuration(behindSeconds * 1000))
  }

  function pointedText(secondsBehind: number): string {
    if (timeline === 'recording') return clockAt(secondsBehind)
    return secondsBehind === 0 ? texts.live : `−${shortDuration(secondsBehind * 1000)}`
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    seek(Math.max(0, behindSeconds - steps * seekStepSeconds))
  }

  function onPointerMove({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = (clientX - left - thumbWidth / 2) / (width - thumbWidth)
    setPointedSeconds(Math.round((1 - Math.min(1, Math.max(0, at))) * lengthSeconds))
  }

  const pointedPicture = pointedSeconds === null ? undefined : playback.pictureAddress(pointedSeconds)
  return (
    <div className={styles.area}>
      {hasMarks && lengthSeconds > marksFromSeconds && (
        <Suspense>
          <SeekMarks streamId={streamId} takenMs={(share) => playback.takenMs((1 - share) * lengthSeconds)} />
        </Suspense>
      )}
      <input
        type="range"
        className={styles.bar}
        style={{ '--fill': share(lengthSeconds - behindSeconds, lengthSeconds) } as CSSProperties}
        aria-label={texts.seek}
        aria-valuetext={valueText()}
        // Counted from the end, so that a value stays the same while the stream goes on.
        min={-lengthSeconds}
        max={0}
        step={1}
        value={-behindSeconds}
        onChange={({ target }) => seek(-target.valueAsNumber)}
        onKeyDown={onKeyDown}
        onFocus={() => setHasMarks(true)}
        onPointerEnter={() => setHasMarks(true)}
        onPointerDown={onPointerMove}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPointedSeconds(null)}
      />
      {pointedSeconds !== null && (
        <span
          className={styles.pointed}
          style={{ '--at': share(lengthSeconds - pointedSeconds, lengthSeconds) } as CSSProperties}
          aria-hidden="true"
        >
          {pointedPicture !== undefined && <SeekPicture address={pointedPicture} />}
          {pointedText(pointedSeconds)}
        </span>
      )}
    </div>
  )
}

function share(part: number, whole: number): string {
  return `${(part / whole) * 100}%`
}

/** In whole seconds; a picture that follows the live edge is 0 behind it. */
function useSeekRange(playback: Playback, isPaused: boolean) {
  const { isFollowingLive } = useStore(playback)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const range = playback.seekRange()
  const lengthSeconds = Math.floor(range?.lengthSeconds ?? 0)
  const behindSeconds =
    isFollowingLive && !isPaused ? 0 : Math.min(lengthSeconds, Math.round(range?.behindSeconds ?? 0))

  useEffect(() => {
    const timer = setInterval(draw, readIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return { lengthSeconds, behindSeconds, readAgain: draw }
}
