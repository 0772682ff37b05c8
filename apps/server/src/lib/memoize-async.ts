/**
 * Caches the answers of `load` by key for `lifeMs`; concurrent calls share one. Failures are not cached. Beyond `maxKeys` keys, the
 * oldest entry is dropped.
 */
export function memoizeAsync<Value>(
  load: (key: string) => Promise<Value>,
  { lifeMs, now, maxKeys = 1000 }: { lifeMs: number; now(): number; maxKeys?: number },
): (key: string) => Promise<Value> {
  const entries = new Map<string, { answer: Promise<Value>; untilMs: number }>()

  return (key) => {
    const nowMs = now()
    const cached = entries.get(key)
    if (cached && cached.untilMs > nowMs) return cached.answer
    entries.delete(key)
    const [oldest] = entries.keys()
    if (entries.size >= maxKeys && oldest !== undefined) entries.delete(oldest)
    const entry = { answer: load(key), untilMs: nowMs + lifeMs }
    entries.set(key, entry)
    entry.answer.catch(() => entries.get(key) === entry && entries.delete(key))
    return entry.answer
  }
}
