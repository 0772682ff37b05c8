import { expect, it } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

function recordLoads(valueFor: (key: string) => Promise<string> = async (key) => key.toUpperCase()) {
  let nowMs = 0
  const loaded: string[] = []
  const load = (key: string) => {
    loaded.push(key)
    return valueFor(key)
  }
  const get = memoizeAsync(load, { lifeMs: 1000, now: () => nowMs })
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { loaded, get, wait }
}

it('loads once while an answer is cached, and again after that', async () => {
  const { loaded, get, wait } = recordLoads()
  expect(await Promise.all(Array.from({ length: 100 }, () => get('alice')))).toEqual(Array(100).fill('ALICE'))
  expect(await get('bob')).toBe('BOB')
  wait(999)
  await get('alice')
  expect(loaded).toEqual(['alice', 'bob'])
  wait(1)
  await get('alice')
  expect(loaded).toEqual(['alice', 'bob', 'alice'])
})

it('loads again after a failure', async () => {
  const { loaded, get } = recordLoads(() => Promise.reject(new Error('away')))
  await expect(get('alice')).rejects.toThrow('away')
  await expect(get('alice')).rejects.toThrow('away')
  expect(loaded).toHaveLength(2)
})

it('keeps the latest thousand answers', async () => {
  const { loaded, get } = recordLoads()
  for (let n = 0; n <= 1000; n += 1) await get(`name-${n}`)
  await get('name-1')
  expect(loaded).toHaveLength(1001)
  await get('name-0')
  expect(loaded).toHaveLength(1002)
})
