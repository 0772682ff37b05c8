import { tipMemo } from '@waggle/contract/hive/tips'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertTip } from '../../db/tips/tips.ts'
import { act, type ChainSite, goLive, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { createTipFinder } from './tip-finder.ts'
import { tipRoutes } from './tips.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'
const ofBob = 'a1b2c3d4e5f6g7h8i9j0'
let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>
let findTips: ReturnType<typeof createTipFinder>

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(site, tipRoutes)
  findTips = createTipFinder(core.context)
  await goLive(site, id, 'alice')
  await goLive(site, ofBob, 'bob')
})
afterEach(async () => {
  await core?.close()
  await site?.close()
})

async function transfer(from: string, to: string, amount: string, memo: string): Promise<void> {
  await act(site.chain, from, 'active', ['transfer', { from, to, amount, memo }])
  site.wait(3)
}

it('[TIP-2] finds a tip on the chain once, with its message, and publishes it to the other roles', async () => {
  const told: object[] = []
  await core.context.state.subscribe('tip', (tip) => told.push(tip))
  await transfer('carol', 'alice', '1.500 HBD', tipMemo(id, ' for the\n bees <b>\u202e '))
  await transfer('dave', 'alice', '0.001 HIVE', tipMemo(id, ''))
  await findTips('alice')
  await findTips('alice')
  const { tips, totals } = (
    await core.request('GET', '/api/channels/my-channel/tips', { token: await core.session('alice') })
  ).json
  expect(totals).toEqual(['1.500 HBD', '0.001 HIVE'])
  expect(tips).toMatchObject([
    { sender: 'dave', amount: '0.001 HIVE', message: '', streamId: id },
    { sender: 'carol', amount: '1.500 HBD', message: 'for the bees <b>', streamId: id },
  ])
  expect(told).toEqual(tips.reverse().map((tip: object) => ({ channel: 'alice', ...tip })))
})

it('[TIP-4] a streamer sees what was received this month, this year and ever', async () => {
  const now = new Date(site.now())
  const tip = { operationIndex: 0, channel: 'alice', broadcastId: id, sender: 'carol', message: '' }
  const monthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  const yearMs = Date.UTC(now.getUTCFullYear())
  await insertTip(site.db, { ...tip, transactionId: '01', amount: '1.000 HIVE', sentAtMs: monthMs })
  await insertTip(site.db, { ...tip, transactionId: '02', amount: '2.000 HIVE', sentAtMs: yearMs - 1 })
  const inYear = monthMs === yearMs ? [] : [{ ...tip, transactionId: '03', amount: '4.000 HBD', sentAtMs: monthMs - 1 }]
  for (const earlier of inYear) await insertTip(site.db, earlier)
  const path = '/api/channels/my-channel/tips'
  const hbd = inYear.map(({ amount }) => amount)
  expect((await core.request('GET', path, { token: await core.session('alice') })).json).toMatchObject({
    thisMonth: ['1.000 HIVE'],
    thisYear: [...hbd, '1.000 HIVE'],
    totals: [...hbd, '3.000 HIVE'],
  })
})

it('accepts only transfers to the channel for one of its own broadcasts', async () => {
  await transfer('carol', 'alice', '1.000 HBD', 'thank you')
  await transfer('carol', 'alice', '1.000 HBD', tipMemo(ofBob, 'for bob'))
  await transfer('carol', 'alice', '1.000 HBD', tipMemo('z'.repeat(20), 'for nobody'))
  await transfer('carol', 'bob', '1.000 HBD', tipMemo(id, 'for alice'))
  await transfer('alice', 'carol', '1.000 HBD', tipMemo(id, 'away'))
  await findTips('alice')
  await findTips('bob')
  await transfer('alice', 'alice', '9.000 HBD', tipMemo(id, 'from a crowd'))
  await findTips('alice')
  expect(await site.db.selectFrom('tips').selectAll().execute()).toEqual([])
})

it('[TIP-1] shortens a message to its limit, and hides tips from other users', async () => {
  await transfer('carol', 'alice', '1.000 HBD', `live-${id} ${'ü'.repeat(900)}`)
  await findTips('alice')
  const path = '/api/channels/my-channel/tips'
  const { tips } = (await core.request('GET', path, { token: await core.session('alice') })).json
  expect(tips[0].message).toBe('ü'.repeat(200))
  expect((await core.request('GET', path, { token: await core.session('carol') })).json).toEqual({
    tips: [],
    totals: [],
    thisMonth: [],
    thisYear: [],
  })
  expect((await core.request('GET', path)).status).toBe(401)
})
