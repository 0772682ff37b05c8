import type { Chapter } from '@waggle/contract/replays/chapter-endpoints'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  Suspense,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { lazyComponent, lazyExtra } from '../../../../lib/browser/lazy-page.tsx'
import { clockText } from '../../../../lib/format/clock-text.ts'
import { shortDuration } from '../../../../lib/format/short-duration.ts'
import { chapterAt } from '../../../../lib/recording/chapter-at.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { playerTexts as texts } from '../../../../texts/viewer/player/player.ts'
import type { Playback } from '../../engines/playback.ts'
import { seekStepSeconds } from '../../keyboard/player-keys.ts'
import styles from './seek-bar.module.css'
import { SeekPicture } from './seek-picture.tsx'
import { roundToStep, seekSteps, stepsPerSecond } from './seek-steps.ts'

const shortestSeconds = 8
/** A finger that has moved this far sideways drags. */
const draggedFromPx = 6
const readIntervalMs = 250
const thumbWidth = 14
/** What is in memory is too short for marks. */
const marksFromSeconds = 100

// Only recorded broadcasts have them.
const SeekMarks = lazyComponent(async () => (await import('./seek-marks.tsx')).SeekMarks)

const SeekChapters = lazyExtra(async () => (await import('./seek-chapters.tsx')).SeekChapters)

/** What can be sought in as a bar: what is in memory or recorded of a live broadcast, or a recording. Shown where the viewer can seek. */
export function SeekBar({
  playback,
  streamId,
  chapters,
  isPaused,
  onDragChange,
}: {
  playback: Playback
  streamId: string
  chapters: readonly Chapter[] | undefined
  isPaused: boolean
  /** A finger has begun to drag, or has been lifted. */
  onDragChange: (isDragged: boolean) => void
}) {
  const { timeline } = useStore(playback)
  const { lengthSeconds, behindSeconds, readAgain } = useSeekRange(playback, isPaused)
  const [pointedSeconds, setPointedSeconds] = useState<number | null>(null)
  const [isDragged, setDragged] = useState(false)
  /** Where a finger went down, in pixels of the window; null without one. */
  const touchedFrom = useRef<{ x: number; y: number } | null>(null)
  // Most viewers of a live broadcast never look for an earlier moment.
  const [hasMarks, setHasMarks] = useState(timeline === 'recording')
  useEffect(() => {
    if (!isDragged) return
    onDragChange(true)
    return () => onDragChange(false)
  }, [isDragged, onDragChange])
  if (lengthSeconds < shortestSeconds) {
    // The finger is lifted from nothing then.
    if (isDragged) setDragged(false)
    return null
  }

  /**
   * Draws the target at once. React would otherwise put the previous value back before the browser's `change` event, and take that
   * event for another seek, back to where the picture was.
   */
  function seek(toBehindSeconds: number): void {
    playback.seekTo(toBehindSeconds)
    readAgain()
  }

  const clockAt = (secondsBehind: number) => clockText(Math.round((lengthSeconds - secondsBehind) * 1000))

  const chapterTitle = (secondsBehind: number) => chapterAt(chapters, playback.takenMs(secondsBehind))?.title

  function valueText(): string {
    if (timeline === 'recording') {
      const position = texts.positionOf(clockAt(behindSeconds), clockAt(0))
      return [position, chapterTitle(behindSeconds)].filter(Boolean).join(', ')
    }
    if (behindSeconds === 0) return texts.live
    return behindSeconds < 120 ? texts.behind(behindSeconds) : texts.behindBy(shortDuration(behindSeconds * 1000))
  }

  function pointedText(secondsBehind: number): string {
    if (timeline === 'recording') return clockAt(secondsBehind)
    return secondsBehind === 0 ? texts.live : `−${clockText(secondsBehind * 1000)}`
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    seek(Math.max(0, behindSeconds - steps * seekStepSeconds))
  }

  function secondsAt({ clientX, currentTarget }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = (clientX - left - thumbWidth / 2) / (width - thumbWidth)
    return roundToStep((1 - Math.min(1, Math.max(0, at))) * lengthSeconds, timeline)
  }

  /*
   * The bar's own answer to a finger is a seek as soon as it is touched, so a finger that scrolls the page would seek. On a touch screen
   * the area takes it in the bar's place: it seeks where a finger is lifted that has tapped or gone sideways.
   */
  function onPointerDown(event: PointerEvent): void {
    setPointedSeconds(secondsAt(event))
    touchedFrom.current = event.target === event.currentTarget ? { x: event.clientX, y: event.clientY } : null
  }

  function onPointerMove(event: PointerEvent): void {
    if (touchedFrom.current && Math.abs(event.clientX - touchedFrom.current.x) > draggedFromPx) setDragged(true)
    setPointedSeconds(secondsAt(event))
  }

  function onPointerUp(event: PointerEvent): void {
    const from = touchedFrom.current
    // Where nothing scrolls, as in fullscreen, the browser leaves a finger that goes up or down to the page.
    const isUpOrDown =
      from !== null && Math.abs(event.clientY - from.y) > Math.abs(event.clientX - from.x) + draggedFromPx
    if (from !== null && (isDragged || !isUpOrDown)) seek(secondsAt(event))
    touchedFrom.current = null
    setDragged(false)
  }

  function onPointerAway(): void {
    touchedFrom.current = null
    setDragged(false)
    setPointedSeconds(null)
  }

  const pointedChapter = pointedSeconds === null ? undefined : chapterTitle(pointedSeconds)
  const pointedPicture = pointedSeconds === null ? undefined : playback.pictureAddress(pointedSeconds)
  const shownBehind = isDragged && pointedSeconds !== null ? pointedSeconds : behindSeconds
  return (
    <div
      className={styles.area}
      data-seek
      data-dragged={isDragged || undefined}
      onPointerEnter={() => setHasMarks(true)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerAway}
      onPointerLeave={onPointerAway}
    >
      {hasMarks && lengthSeconds > marksFromSeconds && (
        <Suspense>
          <SeekMarks streamId={streamId} takenMs={(share) => playback.takenMs((1 - share) * lengthSeconds)} />
        </Suspense>
      )}
      <input
        type="range"
        className={styles.bar}
        style={{ '--fill': share(lengthSeconds - shownBehind, lengthSeconds) } as CSSProperties}
        aria-label={texts.seek}
        aria-valuetext={valueText()}
        // Counted from the end, so that a value stays the same while the stream goes on.
        min={-lengthSeconds}
        max={0}
        step={1 / stepsPerSecond(timeline)}
        value={-shownBehind}
        onChange={({ target }) => seek(-target.valueAsNumber)}
        onKeyDown={onKeyDown}
        onFocus={() => setHasMarks(true)}
      />
      {chapters !== undefined && chapters.length > 0 && (
        <Suspense>
          <SeekChapters
            chapters={chapters}
            positionOf={playback.positionOf}
            lengthSeconds={lengthSeconds}
            shownSeconds={lengthSeconds - shownBehind}
          />
        </Suspense>
      )}
      {pointedSeconds !== null && (
        <span
          className={styles.pointed}
          style={{ '--at': share(lengthSeconds - pointedSeconds, lengthSeconds) } as CSSProperties}
          aria-hidden="true"
        >
          {pointedPicture !== undefined && <SeekPicture address={pointedPicture} />}
          {pointedChapter !== undefined && <span className={styles.pointedChapter}>{pointedChapter}</span>}
          {pointedText(pointedSeconds)}
        </span>
      )}
    </div>
  )
}

function share(part: number, whole: number): string {
  return `${(part / whole) * 100}%`
}

/** A picture that follows the live edge is 0 behind it. */
function useSeekRange(playback: Playback, isPaused: boolean) {
  const { isFollowingLive, timeline } = useStore(playback)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const range = seekSteps(playback.seekRange() ?? { lengthSeconds: 0, behindSeconds: 0 }, timeline)

  useEffect(() => {
    const timer = setInterval(draw, readIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return { ...range, behindSeconds: isFollowingLive && !isPaused ? 0 : range.behindSeconds, readAgain: draw }
}
