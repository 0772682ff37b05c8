import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Long enough that a mouse on its way across a page starts nothing. */
const afterMs = 350

/** Whether a mouse rests on an element. Never for fingers, nor for those who want things to stand still. */
export function usePointedAt() {
  const [isPointedAt, setPointedAt] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isPointedAt,
    onPointerEnter({ pointerType }: PointerEvent): void {
      if (pointerType !== 'mouse' || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      timer.current = setTimeout(() => setPointedAt(true), afterMs)
    },
    onPointerLeave(): void {
      clearTimeout(timer.current)
      setPointedAt(false)
    },
  }
}
