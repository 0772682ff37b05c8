import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { createPreferenceStore } from '../../../lib/store/preference-store.ts'

/** At which side of the page the small player lies, as this browser's user left it. */
export const smallPlayerSide = createPreferenceStore({
  key: 'waggle.small-player',
  defaults: { isLeft: false },
  storage: () => localStorage,
})

/** A pointer that moves less has pressed the player. */
const dragFromPx = 8

/** The events by which the player is dragged to the other side. Where it is as wide as the page, `canMove` says no. */
export function useDragToSide(canMove: () => boolean) {
  const fromX = useRef<number>(undefined)
  const isDragged = useRef(false)

  function end({ currentTarget }: PointerEvent<HTMLElement>): void {
    fromX.current = undefined
    if (!isDragged.current) return
    const { left, width } = currentTarget.getBoundingClientRect()
    currentTarget.style.translate = ''
    smallPlayerSide.setState({ isLeft: left + width / 2 < innerWidth / 2 })
  }

  return {
    onPointerDown({ button, clientX }: PointerEvent): void {
      isDragged.current = false
      fromX.current = button === 0 && canMove() ? clientX : undefined
    },
    onPointerMove({ currentTarget, clientX, pointerId, buttons }: PointerEvent<HTMLElement>): void {
      // The button was let go outside of the player.
      if (buttons === 0) fromX.current = undefined
      if (fromX.current === undefined) return
      const byPx = clientX - fromX.current
      if (!isDragged.current && Math.abs(byPx) < dragFromPx) return
      isDragged.current = true
      currentTarget.setPointerCapture(pointerId)
      currentTarget.style.translate = `${byPx}px`
    },
    /** The browser would take the pointer away to drag a link: that of the player, or what lies below where it was. */
    onMouseDown(event: MouseEvent): void {
      const isButton = (event.target as Element).closest('button') !== null
      if (!isButton && canMove()) event.preventDefault()
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** The end of a drag is no press of what lies below the pointer. */
    onClickCapture(event: MouseEvent): void {
      if (!isDragged.current) return
      isDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
