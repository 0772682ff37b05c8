import { expect, it, onTestFinished } from 'vitest'
import { type Db, openDatabase } from '../../db/open.ts'
import { saveSetting } from '../../db/operating/site-settings.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { openSiteSettings } from './site-settings.ts'

/** Two processes on one database: `hears` says whether messages between them arrive. */
async function twoProcesses(hears: boolean) {
  const dataDir = await temporaryFolder('settings')
  const db = await openDatabase({ dataDir })
  const shared = createMemoryState(Date.now)
  const deaf = createMemoryState(Date.now)
  const log = { warn() {} } as never
  const first = await openSiteSettings({ db, state: shared, log })
  const second = await openSiteSettings({ db, state: hears ? shared : deaf, log })
  onTestFinished(async () => {
    await Promise.all([first.close(), second.close(), shared.close(), deaf.close()])
    await db.destroy()
    await removeFolder(dataDir)
  })
  return { db, first, second }
}

const save = (db: Db, value: string, revision: string, from?: string) =>
  saveSetting(db, { name: 'name', value: JSON.stringify(value), revision }, from)

it.each([
  ['a message between them', true],
  ['reading by themselves, where messages are lost', false],
])('[SITE-1] a setting reaches other processes by %s', async (_by, hears) => {
  const { db, first, second } = await twoProcesses(hears)
  expect(second.find('name')).toBeUndefined()
  expect(await save(db, 'Bees', 'one')).toBe(true)
  await first.announce()
  expect(first.find('name')).toEqual({ value: 'Bees', revision: 'one' })
  await expect.poll(() => second.find('name')?.value, { timeout: 10_000 }).toBe('Bees')
})

it('[SITE-3] of two who change a setting at once one wins', async () => {
  const { db, first } = await twoProcesses(true)
  const both = await Promise.all([save(db, 'Bees', 'one'), save(db, 'Wasps', 'two')])
  expect(both.toSorted()).toEqual([false, true])
  await first.announce()
  const { value, revision } = first.find('name') ?? {}
  const again = await Promise.all([save(db, 'Ants', 'three', revision), save(db, 'Moths', 'four', 'another')])
  expect(again).toEqual([true, false])
  await first.announce()
  expect(first.find('name')?.value).toBe('Ants')
  expect(value).toMatch(/Bees|Wasps/)
})
