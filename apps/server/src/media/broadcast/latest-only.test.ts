import { expect, it } from 'vitest'
import { latestOnly } from './latest-only.ts'

it('holds at most one pending write, the newest', async () => {
  const written: number[] = []
  const queue: (() => Promise<void>)[] = []
  const save = latestOnly<number>(
    (write) => queue.push(write),
    async (state) => void written.push(state),
  )
  for (let state = 1; state <= 1000; state += 1) save(state)
  expect(queue).toHaveLength(1)
  await queue.shift()?.()
  expect(written).toEqual([1000])
  save(1001)
  await queue.shift()?.()
  expect(written).toEqual([1000, 1001])
})

it('writes a state that arrives during a write afterwards, and continues after a failed write', async () => {
  const written: number[] = []
  const queue: (() => Promise<void>)[] = []
  const gate = Promise.withResolvers<void>()
  const save = latestOnly<number>(
    (write) => queue.push(write),
    async (state) => {
      if (state === 1) await gate.promise
      written.push(state)
    },
  )
  save(1)
  const first = queue.shift()?.()
  save(2)
  save(3)
  expect(queue).toHaveLength(1)
  gate.reject(new Error('the database is away'))
  await expect(first).rejects.toThrow('away')
  await queue.shift()?.()
  expect(written).toEqual([3])
})
