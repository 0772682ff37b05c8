import { useEffect } from 'react'

/**
 * While mounted, keeps `--visible-height` and `--visible-top` of the document at the part of the window above an on-screen keyboard.
 * `100dvh` includes what the keyboard covers. Until the first change they are not set: use `var(--visible-height, 100dvh)`.
 */
export function useVisibleWindow(): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const { style } = document.documentElement
    const update = () => {
      const { height, offsetTop, scale } = visualViewport
      // Zooming with two fingers makes the viewport smaller, too. The layout must not follow that.
      const isZoomed = scale > 1.01
      style.setProperty('--visible-height', isZoomed ? '100dvh' : `${height}px`)
      style.setProperty('--visible-top', isZoomed ? '0px' : `${offsetTop}px`)
    }
    update()
    visualViewport.addEventListener('resize', update)
    visualViewport.addEventListener('scroll', update)
    return () => {
      visualViewport.removeEventListener('resize', update)
      visualViewport.removeEventListener('scroll', update)
      style.removeProperty('--visible-height')
      style.removeProperty('--visible-top')
    }
  }, [])
}
