import { limits } from '@waggle/contract/limits'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The controls hide 3 seconds after the last movement, or after `isPinned` has ended. */
export function useControlsVisibility(isPinned: boolean): {
  isVisible: boolean
  show: () => void
  hide: () => void
} {
  const [isAwake, setAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback(() => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAwake(false), limits.controlsHideAfterMs)
  }, [])
  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setAwake(false)
  }, [])

  useEffect(() => {
    if (!isPinned) show()
    return () => clearTimeout(timer.current)
  }, [show, isPinned])

  return { isVisible: isAwake || isPinned, show, hide }
}
