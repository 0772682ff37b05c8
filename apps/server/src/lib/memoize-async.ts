/**
 * Asks once however many want to know: an answer is given again for `lifeMs`, a failure is forgotten at once. Of more than `most` keys
 * the oldest goes first.
 */
export function memoizeAsync<Value>(
  ask: (key: string) => Promise<Value>,
  { lifeMs, now, most = 1000 }: { lifeMs: number; now(): number; most?: number },
): (key: string) => Promise<Value> {
  const remembered = new Map<string, { answer: Promise<Value>; untilMs: number }>()

  return (key) => {
    const nowMs = now()
    const known = remembered.get(key)
    if (known && known.untilMs > nowMs) return known.answer
    remembered.delete(key)
    const [oldest] = remembered.keys()
    if (remembered.size >= most && oldest !== undefined) remembered.delete(oldest)
    const entry = { answer: ask(key), untilMs: nowMs + lifeMs }
    remembered.set(key, entry)
    entry.answer.catch(() => remembered.get(key) === entry && remembered.delete(key))
    return entry.answer
  }
}
