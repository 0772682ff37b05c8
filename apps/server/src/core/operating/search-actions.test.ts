import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Db, openDatabase } from '../../db/open.ts'
import { insertSiteAction } from '../../db/operating/site-actions.ts'
import { searchActions } from './search-actions.ts'

let folder: string
let db: Db
const { pageSize, searchedActions } = operatingLimits
const total = searchedActions + pageSize + 7

/** Entry 0 is the oldest; its number is its time. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'search-actions-'))
  db = await openDatabase({ dataDir: folder })
  await db.transaction().execute(async (transaction) => {
    for (let number = 0; number < total; number++) {
      await insertSiteAction(transaction, {
        ...{ kind: 'clear-profile', username: `user${number % 3}`, takenBy: 'alice', takenAtMs: number },
        ...{ streamId: null, reason: number === 3 ? 'impersonation' : 'other', untilMs: null },
        note: number < 2 ? 'ÑANDÚ 100% sure' : '',
      })
    }
  })
}, 60_000)
afterAll(async () => {
  await db?.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** The numbers of all entries that a search finds, page by page, and how many pages it took. */
async function everything(search: Parameters<typeof searchActions>[1]): Promise<{ found: number[]; pages: number }> {
  const found: number[] = []
  let before: string | undefined
  for (let pages = 1; ; pages++) {
    const { rows, next } = await searchActions(db, { ...search, before })
    expect(rows.length).toBeLessThanOrEqual(pageSize)
    found.push(...rows.map(({ takenAtMs }) => takenAtMs))
    if (next === null) return { found, pages }
    before = next
  }
}

const latestFirst = (numbers: number[]) => numbers.toSorted((a, b) => b - a)

it('[OPERATE-4] reads the whole log in pages, each entry once', async () => {
  const { found, pages } = await everything({})
  expect(found).toEqual(latestFirst([...Array(total).keys()]))
  expect(pages).toBe(Math.ceil(total / pageSize))
})

it('[OPERATE-4] finds what is far back, looking at so many entries at a time', async () => {
  expect(await everything({ words: 'ñandú' })).toEqual({ found: [1, 0], pages: 2 })
  expect((await everything({ words: '100% ÑANDÚ @user1' })).found).toEqual([1])
  expect((await everything({ words: 'impersonation' })).found).toEqual([3])
  expect((await everything({ words: '_' })).found).toEqual([])
  const first = await searchActions(db, { words: 'ñandú' })
  expect(first.rows).toEqual([])
  expect(first.next).not.toBeNull()
})

it('[OPERATE-4] finds many, also of one kind and one account', async () => {
  const ofUser = latestFirst([...Array(total).keys()].filter((number) => number % 3 === 2))
  expect((await everything({ words: 'user2' })).found).toEqual(ofUser)
  expect((await everything({ username: 'user2', kind: 'clear-profile' })).found).toEqual(ofUser)
  expect((await everything({ kind: 'remove-clip' })).found).toEqual([])
})
