import { useEffect, useState } from 'react'
import { siteClock } from './site-clock.ts'

/** The site's time in milliseconds since 1970. Renders again every `everyMs`, and when the time has been corrected. */
export function useSiteTime(everyMs: number): number {
  const [nowMs, setNowMs] = useState(siteClock.now)
  useEffect(() => {
    const read = () => setNowMs(siteClock.now())
    read()
    const timer = setInterval(read, everyMs)
    const stopListening = siteClock.onSet(read)
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }, [everyMs])
  return nowMs
}
