import { HiveUnavailable } from '@waggle/hive/gateway'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveChannel } from '../db/accounts/channels.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { createMemoryState } from '../shared-state/memory.ts'
import { removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { type ChannelExists, createExistingChannels } from './existing-channels.ts'

const onChain = ['waggle', 'erin']

let dataDir: string
let db: Db
let nowMs = 0
let asked: string[]
let answer: (name: string) => Promise<unknown>
let exists: ChannelExists

beforeEach(async () => {
  dataDir = await temporaryFolder('channels')
  db = await openDatabase({ dataDir })
  asked = []
  answer = async (name) => (onChain.includes(name) ? { name } : undefined)
  const getAccount = (name: string) => {
    asked.push(name)
    return answer(name) as Promise<never>
  }
  const now = () => nowMs
  exists = createExistingChannels({
    db,
    hive: { getAccount },
    state: createMemoryState(now),
    log: pino({ level: 'silent' }),
    now,
  })
})
afterEach(async () => {
  await db.destroy()
  await removeFolder(dataDir)
})

it('[WATCH-5] a channel exists when its account has used the site or is on the chain', async () => {
  await saveChannel(db, { username: 'alice', title: 'Bees' }, nowMs)
  expect(await Promise.all(['alice', 'waggle', 'nobody-here', 'No Name', ''].map(exists))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  // The database knows alice, and the others cannot be accounts.
  expect(asked).toEqual(['waggle', 'nobody-here'])
})

it('asks the chain once a minute for a name, also for callers at the same time', async () => {
  expect(await Promise.all(['nobody-here', 'nobody-here'].map(exists))).toEqual([false, false])
  await exists('nobody-here')
  expect(asked).toHaveLength(1)
  nowMs += 60_000
  answer = async (name) => ({ name })
  expect(await exists('nobody-here')).toBe(true)
  expect(asked).toHaveLength(2)
})

it('[T25] takes every name to exist while the chain does not answer, and asks it again after a pause', async () => {
  answer = () => Promise.reject(new HiveUnavailable('No Hive node can be reached'))
  expect(await Promise.all([exists('nobody-here'), exists('nobody-else')])).toEqual([true, true])
  const soFar = asked.length
  answer = async () => undefined
  nowMs += 9999
  expect(await exists('nobody-here')).toBe(true)
  expect(asked).toHaveLength(soFar)
  nowMs += 1
  expect(await exists('nobody-here')).toBe(false)
})

it('does not wait long for the chain, and knows its answer afterwards', async () => {
  let respond: (nothing: undefined) => void = () => undefined
  answer = () => new Promise((resolve) => (respond = resolve))
  const startMs = performance.now()
  expect(await exists('nobody-here')).toBe(true)
  expect(performance.now() - startMs).toBeLessThan(6000)
  respond(undefined)
  await expect.poll(() => exists('nobody-here')).toBe(false)
  expect(asked).toHaveLength(1)
})

it('made-up names cost the chain a bounded number of questions', async () => {
  for (let n = 0; n < 400; n += 1) await exists(`made-up-${n}`)
  expect(asked).toHaveLength(300)
  expect(await exists('made-up-1')).toBe(false)
  expect(await exists('one-more')).toBe(true)
})
