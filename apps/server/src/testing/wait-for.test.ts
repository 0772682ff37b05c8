import { expect, it } from 'vitest'
import { waitFor } from './wait-for.ts'

it('returns what is found, also when it is found late', async () => {
  let calls = 0
  const find = () => {
    calls += 1
    return calls === 3 && 'found'
  }
  expect(await waitFor('something', find)).toBe('found')
  expect(calls).toBe(3)
})

it('fails with its message when nothing is found in time', async () => {
  await expect(waitFor('a rung', () => undefined, { timeoutMs: 100 })).rejects.toThrow('a rung')
})

it('fails at once when the search throws', async () => {
  let calls = 0
  const find = () => {
    calls += 1
    throw new Error('broken')
  }
  await expect(waitFor('something', find)).rejects.toThrow('broken')
  expect(calls).toBe(1)
})
