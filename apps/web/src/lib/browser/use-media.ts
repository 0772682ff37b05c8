import { limits } from '@waggle/contract/limits'
import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now. For what CSS cannot decide, such as whether a dialog is modal. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the layout is the one for phones, where popovers and menus are sheets (rules SHELL-11 and SHELL-14). */
export function useIsPhone(): boolean {
  return useMedia(`(width <= ${limits.mobileMaxWidthPx}px)`)
}
