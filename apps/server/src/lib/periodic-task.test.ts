import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPeriodicTask } from './periodic-task.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ignore = () => undefined

it('pauses before the first run and after each one has ended', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const run = () => {
    const ends = Promise.withResolvers<void>()
    runs.push(ends)
    return ends.promise
  }
  const task = startPeriodicTask(run, { pauseMs: 100, onError: ignore })
  await vi.advanceTimersByTimeAsync(99)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await task.close()
})

it('asks for the length of each pause', async () => {
  const pauses = [300, 100, 1000]
  let runs = 0
  const run = () => {
    runs += 1
  }
  const task = startPeriodicTask(run, { pauseMs: () => pauses.shift() ?? 0, onError: ignore })
  await vi.advanceTimersByTimeAsync(399)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)
  await task.close()
})

it('continues after a failed run, be it synchronous or not', async () => {
  const errors: unknown[] = []
  let runs = 0
  const run = () => {
    runs += 1
    if (runs === 1) throw new Error('synchronous')
    return Promise.reject(new Error('asynchronous'))
  }
  const task = startPeriodicTask(run, { pauseMs: 100, onError: (error) => errors.push(error) })
  await vi.advanceTimersByTimeAsync(200)
  await task.close()
  expect(errors.map(String)).toEqual(['Error: synchronous', 'Error: asynchronous'])
})

it('stops when it is closed, after the run in progress and also from within a run', async () => {
  let runs = 0
  const task = startPeriodicTask(
    () => {
      runs += 1
      void task.close()
    },
    { pauseMs: 100, onError: ignore },
  )
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toBe(1)
  await task.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('keeps the process alive unless it is a background task', () => {
  const startTimer = vi.spyOn(globalThis, 'setTimeout')
  const tasks = [false, true].map((isBackground) =>
    startPeriodicTask(ignore, { pauseMs: 100, onError: ignore, isBackground }),
  )
  expect(startTimer.mock.results.map(({ value }) => value.hasRef())).toEqual([true, false])
  for (const task of tasks) void task.close()
})
