import { type KeyboardEvent, useMemo, useRef, type WheelEvent } from 'react'

/** Scrolling within this time after a gesture is the reader's. Later scrolling comes from rows being measured or added. */
const gestureMs = 600
const upKeys = new Set(['ArrowUp', 'PageUp', 'Home'])
const downKeys = new Set(['ArrowDown', 'PageDown', 'End', ' '])

/** A finger or the scroll bar can move either way. */
type Direction = 'up' | 'down' | 'either'

/** Distinguishes scrolling by the reader from scrolling by the list itself. `onUp` is called as soon as a gesture goes up. */
export function useReaderGesture(onUp: () => void) {
  const latest = useRef<{ direction: Direction; atMs: number }>({ direction: 'either', atMs: Number.NEGATIVE_INFINITY })
  const isHeld = useRef(false)
  const up = useRef(onUp)
  up.current = onUp

  const gestures = useMemo(() => {
    const record = (direction: Direction) => {
      latest.current = { direction, atMs: performance.now() }
      if (direction === 'up') up.current()
    }
    return {
      onWheel: (event: WheelEvent) => record(event.deltaY < 0 ? 'up' : 'down'),
      onTouchMove: () => record('either'),
      onKeyDown(event: KeyboardEvent) {
        if (upKeys.has(event.key)) record('up')
        else if (downKeys.has(event.key)) record('down')
      },
      onPointerDown() {
        isHeld.current = true
        const release = () => {
          isHeld.current = false
          record('either')
          removeEventListener('pointerup', release)
          removeEventListener('pointercancel', release)
        }
        addEventListener('pointerup', release)
        addEventListener('pointercancel', release)
      },
    }
  }, [])

  return {
    gestures,
    /** The direction in which the reader is scrolling; undefined when the reader is not scrolling. */
    direction(): Direction | undefined {
      if (isHeld.current) return 'either'
      return performance.now() - latest.current.atMs < gestureMs ? latest.current.direction : undefined
    },
  }
}
