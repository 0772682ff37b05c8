/** Counts per key. A key whose count returns to zero takes no memory. */
export function createKeyCounter() {
  const counts = new Map<string, number>()
  return {
    get: (key: string) => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1): number {
      const count = (counts.get(key) ?? 0) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
      return count
    },
  }
}
