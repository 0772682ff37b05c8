import { limits } from '@waggle/contract/limits'
import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'

/** A sheet that was dragged down this far is closed. */
const closeAfterPx = 80

/** Handlers for the head of what is a sheet on a phone: it follows the finger down there. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number>(undefined)

  function follow(distance: number): void {
    if (sheet.current) sheet.current.style.translate = distance > 0 ? `0 ${distance}px` : ''
  }

  function end({ clientY }: PointerEvent, isReleased: boolean): void {
    if (startY.current === undefined) return
    const distance = clientY - startY.current
    startY.current = undefined
    follow(0)
    if (isReleased && distance > closeAfterPx) onClose()
  }

  return {
    // The focus stays where it is: a menu closes when it leaves.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isSheet = matchMedia(`(width <= ${limits.mobileMaxWidthPx}px)`).matches
      if (!isSheet || (event.target as Element).closest('button')) return
      startY.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (startY.current !== undefined) follow(clientY - startY.current)
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  }
}
