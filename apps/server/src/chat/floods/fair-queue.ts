/**
 * Limits how many tasks start per time slice and shares the starts fairly between rooms: round-robin, so no room starts a
 * second task while another room still waits for its first. A task starts without delay while the slice has starts left.
 *
 * The returned function enqueues a task for a room. It returns a function that cancels the task if it has not started.
 */
export function createFairQueue(
  { startsPerSlice, sliceMs }: { startsPerSlice: number; sliceMs: number },
  setTimer: (done: () => void, ms: number) => unknown = setTimeout,
) {
  /** The room that is next in line comes first. */
  const queues = new Map<string, Set<Task>>()
  let startsLeft = startsPerSlice
  let isSliceRunning = false

  function beginSlice(): void {
    isSliceRunning = false
    startsLeft = startsPerSlice
    while (startsLeft > 0) {
      const next = dequeue()
      if (!next) return
      start(next, true)
    }
  }

  function start(task: Task, hasWaited: boolean): void {
    startsLeft -= 1
    if (!isSliceRunning) setTimer(beginSlice, sliceMs)
    isSliceRunning = true
    task(hasWaited)
  }

  function dequeue(): Task | undefined {
    for (const [room, queue] of queues) {
      const [first] = queue
      queues.delete(room)
      if (!first) continue
      queue.delete(first)
      queues.set(room, queue)
      return first
    }
  }

  return (room: string, task: Task): (() => void) => {
    if (startsLeft > 0) {
      start(task, false)
      return () => undefined
    }
    const queue = queues.get(room) ?? new Set()
    queues.set(room, queue.add(task))
    return () => queue.delete(task)
  }
}

type Task = (hasWaited: boolean) => void
