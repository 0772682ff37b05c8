import { type RefObject, useEffect } from 'react'

/**
 * Sets `--visible-height` on an element to the height that the keyboard of a phone leaves free, while it takes some: what is at the
 * bottom of the element then stands on the keyboard. Phones would scroll the page instead, and the picture away. `data-keyboard` says
 * that there is one, and `--keyboard-height` how high the last one was.
 */
export function useVisibleHeight(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const element = ref.current
    if (!viewport || !element) return
    const update = () => {
      // A page that was zoomed in shows a part of itself: no keyboard.
      const isCovered = viewport.scale === 1 && viewport.height < innerHeight - 1
      element.style.setProperty('--visible-height', isCovered ? `${viewport.height}px` : '100dvh')
      element.toggleAttribute('data-keyboard', isCovered)
      if (!isCovered) return
      element.style.setProperty('--keyboard-height', `${innerHeight - viewport.height}px`)
      scrollTo(0, 0)
    }
    update()
    viewport.addEventListener('resize', update)
    return () => viewport.removeEventListener('resize', update)
  }, [ref])
}
