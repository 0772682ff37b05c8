import { useEffect, useState } from 'react'
import { siteClock } from './site-clock.ts'

/**
 * The site's time in milliseconds since 1970. Renders again at each multiple of `everyMs`, so that all clocks of a page change at once,
 * and when the time has been corrected.
 */
export function useSiteTime(everyMs: number): number {
  const [nowMs, setNowMs] = useState(siteClock.now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      const now = siteClock.now()
      setNowMs(now)
      clearTimeout(timer)
      timer = setTimeout(read, everyMs - (now % everyMs))
    }
    read()
    const stopListening = siteClock.onSet(read)
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [everyMs])
  return nowMs
}
