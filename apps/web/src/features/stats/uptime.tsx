import { useEffect, useState } from 'react'
import { formatUptime } from '../../lib/format/duration.ts'

/** Ticks each second. Not read out: it would never stop. */
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
