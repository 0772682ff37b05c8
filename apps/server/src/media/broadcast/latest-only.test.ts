import { expect, it } from 'vitest'
import { latestOnly } from './latest-only.ts'

it('owes a database that was away one write, the newest', async () => {
  const written: number[] = []
  const turns: (() => Promise<void>)[] = []
  const note = latestOnly<number>(
    (write) => turns.push(write),
    async (state) => void written.push(state),
  )
  for (let state = 1; state <= 1000; state += 1) note(state)
  expect(turns).toHaveLength(1)
  await turns.shift()?.()
  expect(written).toEqual([1000])
  note(1001)
  await turns.shift()?.()
  expect(written).toEqual([1000, 1001])
})

it('writes what comes during a write after it, and goes on after one that failed', async () => {
  const written: number[] = []
  const turns: (() => Promise<void>)[] = []
  const gate = Promise.withResolvers<void>()
  const note = latestOnly<number>(
    (write) => turns.push(write),
    async (state) => {
      if (state === 1) await gate.promise
      written.push(state)
    },
  )
  note(1)
  const first = turns.shift()?.()
  note(2)
  note(3)
  expect(turns).toHaveLength(1)
  gate.reject(new Error('the database is away'))
  await expect(first).rejects.toThrow('away')
  await turns.shift()?.()
  expect(written).toEqual([3])
})
