import { type RefObject, useEffect } from 'react'

/** Sets `--state-taken` on the page to the width of the state, which the row of tabs leaves free (../dashboard.module.css). */
export function useStateWidth(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const state = page.current?.querySelector<HTMLElement>('header > :nth-child(2) > *')
    if (!state) return
    const sizes = new ResizeObserver(() => page.current?.style.setProperty('--state-taken', `${state.offsetWidth}px`))
    sizes.observe(state)
    return () => sizes.disconnect()
  }, [page])
}
