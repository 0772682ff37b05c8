/** Runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export function createKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>()
  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const result = (tails.get(key) ?? Promise.resolve()).then(task)
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
    tails.set(key, tail)
    return result
  }
}
