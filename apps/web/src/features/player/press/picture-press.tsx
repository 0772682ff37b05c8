import { type MouseEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react'
import { lazyExtra } from '../../../lib/browser/lazy-page.tsx'
import type { Playback } from '../engines/playback.ts'
import { type PlayerCommands, skipSeconds } from '../keyboard/player-keys.ts'
import styles from './picture-press.module.css'
import type { Side } from './skip-notice.tsx'

const SkipNotice = lazyExtra(async () => (await import('./skip-notice.tsx')).SkipNotice)

/** Two taps further apart than this are two taps. */
const doubleTapMs = 350
/** How long it is said how far the viewer has skipped, and a further tap adds to it. */
const saidMs = 700
/** There is nothing to skip to. */
const leastSeconds = 1

/**
 * The picture as something to press. With a mouse a press pauses it, and a double click fills the screen. A finger shows the controls or
 * hides them; twice at a side it skips, and twice in the middle it fills the screen (rule PLAYER-27).
 */
export function PicturePress({
  playback,
  controls,
  commands,
}: {
  playback: Playback
  controls: { isVisible: boolean; show: () => void; hide: () => void }
  commands: Pick<PlayerCommands, 'togglePlay' | 'seekBy' | 'toggleFullscreen'>
}) {
  /** A pointer went down on the picture and has not left it. */
  const isPressed = useRef(false)
  const lastTap = useRef<{ side: Side | undefined; atMs: number }>(undefined)
  const [skipped, setSkipped] = useState<{ side: Side; seconds: number }>()

  useEffect(() => {
    if (!skipped) return
    const timer = setTimeout(() => setSkipped(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [skipped])

  /** Whether there was anything to skip. */
  function skip(side: Side): boolean {
    const range = playback.seekRange()
    const left =
      side === 'back' ? (range?.lengthSeconds ?? 0) - (range?.behindSeconds ?? 0) : (range?.behindSeconds ?? 0)
    if (left < leastSeconds) return false
    const seconds = Math.min(skipSeconds, Math.round(left))
    commands.seekBy(side === 'back' ? -seconds : seconds)
    setSkipped((before) => ({ side, seconds: (before?.side === side ? before.seconds : 0) + seconds }))
    return true
  }

  function tap(side: Side | undefined, atMs: number): void {
    const isAgain = side !== undefined && side === lastTap.current?.side && atMs - lastTap.current.atMs < doubleTapMs
    lastTap.current = { side, atMs }
    if (isAgain && skip(side)) return
    if (controls.isVisible) controls.hide()
    else controls.show()
  }

  function onPress(event: PointerEvent): void {
    // The other buttons open menus or go back. What was pressed elsewhere, such as a text that is being selected, is no press here.
    if (event.button !== 0 || !isPressed.current) return
    isPressed.current = false
    if (event.pointerType === 'mouse') {
      lastTap.current = undefined
      commands.togglePlay()
    }
    // A finger cannot hover, so its first tap only shows the controls.
    else tap(sideOf(event), event.timeStamp)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the play button and the keyboard do the same */}
      <div
        className={styles.area}
        onPointerDown={() => {
          isPressed.current = true
        }}
        onPointerLeave={() => {
          isPressed.current = false
        }}
        onPointerUp={onPress}
        onDoubleClick={(event) => {
          if (lastTap.current === undefined || sideOf(event) === undefined) commands.toggleFullscreen()
        }}
      />
      {skipped && (
        <Suspense>
          <SkipNotice {...skipped} />
        </Suspense>
      )}
    </>
  )
}

/** The outer thirds of the picture. */
function sideOf({ clientX, currentTarget }: MouseEvent): Side | undefined {
  const { left, width } = currentTarget.getBoundingClientRect()
  const fraction = (clientX - left) / width
  return fraction < 1 / 3 ? 'back' : fraction > 2 / 3 ? 'forward' : undefined
}
