import { type KeyboardEvent, useMemo, useRef, type WheelEvent } from 'react'

/** Scrolling so long after a gesture is still the reader's own; any other comes of rows being measured or added. */
const gestureMs = 600
const upKeys = new Set(['ArrowUp', 'PageUp', 'Home'])
const downKeys = new Set(['ArrowDown', 'PageDown', 'End', ' '])

/** A finger or the scroll bar goes either way. */
export type Direction = 'up' | 'down' | 'either'

/** Tells scrolling by the reader from scrolling by the list itself. `onUp` is called at once when it goes up. */
export function useReaderGesture(onUp: () => void) {
  const latest = useRef<{ direction: Direction; atMs: number }>({ direction: 'either', atMs: Number.NEGATIVE_INFINITY })
  const isHeld = useRef(false)
  const up = useRef(onUp)
  up.current = onUp

  const gestures = useMemo(() => {
    const note = (direction: Direction) => {
      latest.current = { direction, atMs: performance.now() }
      if (direction === 'up') up.current()
    }
    return {
      onWheel: (event: WheelEvent) => note(event.deltaY < 0 ? 'up' : 'down'),
      onTouchMove: () => note('either'),
      onKeyDown(event: KeyboardEvent) {
        if (upKeys.has(event.key)) note('up')
        else if (downKeys.has(event.key)) note('down')
      },
      onPointerDown() {
        isHeld.current = true
        const release = () => {
          isHeld.current = false
          note('either')
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
    /** Which way the reader scrolls at this moment; undefined when nobody does. */
    direction(): Direction | undefined {
      if (isHeld.current) return 'either'
      return performance.now() - latest.current.atMs < gestureMs ? latest.current.direction : undefined
    },
  }
}
