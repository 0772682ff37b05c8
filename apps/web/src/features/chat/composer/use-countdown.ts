import { useEffect, useState } from 'react'
import { siteClock } from '../../../lib/clock/site-clock.ts'

const tickMs = 250

/** Whole seconds left until a time of the site's clock, 0 once it is reached. Renders again every time the number changes. */
export function useCountdown(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs))
  useEffect(() => {
    const read = () => setSeconds(secondsUntil(untilMs))
    read()
    const stopListening = siteClock.onSet(read)
    const timer = untilMs > 0 ? setInterval(read, tickMs) : undefined
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }, [untilMs])
  return seconds
}

function secondsUntil(untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - siteClock.now()) / 1000))
}
