import { useEffect, useState } from 'react'
import { formatUptime } from '../../lib/format/duration.ts'

/** Ticks every second (rule STATS-3). It is no live region: a screen reader would never stop reading it. */
export function Uptime({ since }: { since: number | null }) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (since === null) return
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [since])
  return <span data-testid="uptime">{formatUptime(since, nowMs)}</span>
}
