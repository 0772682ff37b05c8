import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Long enough that a mouse crossing the element does not count. */
const restAfterMs = 350

/** Whether the mouse rests on an element. Always false for touch, and when the user prefers reduced motion. */
export function useMouseRest() {
  const [isMouseResting, setMouseResting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isMouseResting,
    onPointerEnter({ pointerType }: PointerEvent): void {
      if (pointerType !== 'mouse' || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      timer.current = setTimeout(() => setMouseResting(true), restAfterMs)
    },
    onPointerLeave(): void {
      clearTimeout(timer.current)
      setMouseResting(false)
    },
  }
}
