import { useEffect, useState } from 'react'

const tickMs = 250

/** Whole seconds left until a time, 0 once it is reached. Renders again every time the number changes. */
export function useCountdown(untilMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    setNowMs(Date.now())
    if (untilMs <= Date.now()) return
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [untilMs])
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
}
