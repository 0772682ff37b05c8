import { expect, it } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

function watchAsking(answerOf: (key: string) => Promise<string> = async (key) => key.toUpperCase()) {
  let nowMs = 0
  const asked: string[] = []
  const ask = (key: string) => {
    asked.push(key)
    return answerOf(key)
  }
  const get = memoizeAsync(ask, { lifeMs: 1000, now: () => nowMs })
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { asked, get, wait }
}

it('asks once while an answer lives, and anew after that', async () => {
  const { asked, get, wait } = watchAsking()
  expect(await Promise.all(Array.from({ length: 100 }, () => get('alice')))).toEqual(Array(100).fill('ALICE'))
  expect(await get('bob')).toBe('BOB')
  wait(999)
  await get('alice')
  expect(asked).toEqual(['alice', 'bob'])
  wait(1)
  await get('alice')
  expect(asked).toEqual(['alice', 'bob', 'alice'])
})

it('asks again after a failure', async () => {
  const { asked, get } = watchAsking(() => Promise.reject(new Error('away')))
  await expect(get('alice')).rejects.toThrow('away')
  await expect(get('alice')).rejects.toThrow('away')
  expect(asked).toHaveLength(2)
})

it('keeps a thousand answers, the newest', async () => {
  const { asked, get } = watchAsking()
  for (let n = 0; n <= 1000; n += 1) await get(`name-${n}`)
  await get('name-1')
  expect(asked).toHaveLength(1001)
  await get('name-0')
  expect(asked).toHaveLength(1002)
})
