import { useEffect, useState } from 'react'
import { siteClock } from '../../lib/clock/site-clock.ts'
import { useStreamHealth } from './use-stream-health.ts'

/** As many as are measured in ten minutes. */
const keptAtMost = 150

/** The bitrates in kbit/s that this page has measured, oldest first; null where none was known. */
export function useMeasuredBitrates(user: string): readonly { at: number; value: number | null }[] {
  const { health, updatedAt } = useStreamHealth(user)
  const [measured, setMeasured] = useState<readonly { at: number; value: number | null }[]>([])
  const value = health?.video?.kilobitsPerSecond ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same bitrate again is one more measurement
  useEffect(() => {
    if (updatedAt > 0) setMeasured((before) => [...before.slice(1 - keptAtMost), { at: siteClock.now(), value }])
  }, [updatedAt])
  return measured
}
