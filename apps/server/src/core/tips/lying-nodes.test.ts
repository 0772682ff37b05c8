import { tipMemo } from '@waggle/contract/hive/tips'
import { createHiveGateway, type HiveGateway } from '@waggle/hive/gateway'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Fault, startTestNode, type TestNode } from '../../../../../packages/hive/src/sandbox/testing/test-node.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { act, type ChainSite, goLive, startChainSite } from '../../testing/announcements/chain-site.ts'
import { createTipFinder } from './tip-finder.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'
const method = 'condenser_api.get_account_history'
const holdMinutes = 5
let site: ChainSite
let state: ReturnType<typeof createMemoryState>
let nodes: TestNode[]
let hive: HiveGateway
let logged: string[]

beforeEach(async () => {
  site = await startChainSite()
  state = createMemoryState(site.now)
  nodes = []
  logged = []
  await goLive(site, id, 'alice')
})
afterEach(async () => {
  hive?.close()
  await state.close()
  for (const node of nodes) await node.close()
  await site.close()
})

/** A tip watch on one node for each fault, all of the same chain and of different operators. */
async function watch(...faults: (Fault | undefined)[]) {
  for (const fault of faults) nodes.push(Object.assign(await startTestNode(site.chain), { fault }))
  hive = createHiveGateway({ nodes: nodes.map(({ url }) => url), agreement: 2, now: site.now })
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  return createTipFinder({ db: site.db, state, now: site.now, hive, log })
}

async function tip(from: string, amount: string, message: string): Promise<void> {
  await act(site.chain, from, 'active', ['transfer', { from, to: 'alice', amount, memo: tipMemo(id, message) }])
  site.wait(3)
}

const stored = () => site.db.selectFrom('tips').select(['sender', 'message', 'thousandths', 'is_told']).execute()
const historyCalls = () => nodes.map(({ calls }) => calls.filter((call) => call === method).length)
const ofCarol = { sender: 'carol', message: 'for the bees', thousandths: 1500 }

type Entry = [number, { trx_id: string; op_in_trx: number; timestamp: string; op: [string, Record<string, string>] }]

/** Adds a transfer to the history that the chain does not have. */
const invent: Fault = {
  kind: 'rewrite',
  method,
  rewrite: (result) => {
    const timestamp = new Date(site.now()).toISOString().slice(0, 19)
    const op = ['transfer', { from: 'dave', to: 'alice', amount: '9999.000 HBD', memo: tipMemo(id, 'rich') }]
    return [...(result as Entry[]), [99, { trx_id: 'f'.repeat(40), op_in_trx: 0, timestamp, op }]]
  },
}
const enlarge: Fault = {
  kind: 'rewrite',
  method,
  rewrite: (result) =>
    (result as Entry[]).map(([number, entry]) => [
      number,
      { ...entry, op: [entry.op[0], { ...entry.op[1], amount: '9999.000 HBD' }] },
    ]),
}
/** Knows no transfer yet. */
const lag: Fault = { kind: 'rewrite', method, rewrite: () => [] }
const away: Fault = { kind: 'drop' }

it.each([
  ['first of three', [invent, undefined, undefined]],
  ['second of three', [undefined, invent, undefined]],
  ['first of two', [invent, undefined]],
])('[T25] never shows a tip that one lying node invents, the %s', async (_place, faults) => {
  const findTips = await watch(...faults)
  await tip('carol', '1.500 HBD', 'for the bees')
  for (let run = 0; run < 3; run += 1) await findTips('alice')
  expect(await stored()).toMatchObject([ofCarol])
})

it('[T25] shows the true amount of a tip of which one node tells another', async () => {
  const findTips = await watch(enlarge, undefined, undefined)
  await tip('carol', '1.500 HBD', 'for the bees')
  await findTips('alice')
  await findTips('alice')
  expect(await stored()).toMatchObject([ofCarol])
})

it('[T25] drops an invented tip with a line in the log, and asks nobody about it again', async () => {
  const timestamp = new Date(site.now()).toISOString().slice(0, 19)
  const steady: Fault = {
    ...invent,
    rewrite: (result) => (invent.rewrite(result) as Entry[]).map(([n, entry]) => [n, { ...entry, timestamp }]),
  }
  const findTips = await watch(steady, undefined)
  await findTips('alice')
  expect(historyCalls()).toEqual([1, 1])
  site.wait(holdMinutes * 60)
  for (let run = 0; run < 3; run += 1) await findTips('alice')
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0]!)).toMatchObject({ channel: 'alice', sender: 'dave', amount: '9999.000 HBD' })
  expect(historyCalls()).toEqual([4, 1])
  expect(await stored()).toEqual([])
})

it('shows a tip at once when two of three know it', async () => {
  const findTips = await watch(undefined, lag, undefined)
  await tip('carol', '1.500 HBD', 'for the bees')
  await findTips('alice')
  expect(await stored()).toMatchObject([ofCarol])
})

it.each([
  ['lags', lag],
  ['is away', away],
])('shows a tip as soon as a second node knows it that %s at first', async (_name, fault) => {
  const findTips = await watch(undefined, fault)
  await tip('carol', '1.500 HBD', 'for the bees')
  await findTips('alice')
  expect(await stored()).toEqual([])
  nodes[1]!.fault = undefined
  site.wait(60)
  await findTips('alice')
  expect(await stored()).toMatchObject([ofCarol])
  expect(logged).toEqual([])
})

it.each([
  ['first', [away, undefined, undefined]],
  ['second', [undefined, away, undefined]],
])('shows a tip that two nodes know while the %s of three is away', async (_place, faults) => {
  const findTips = await watch(...faults)
  await tip('carol', '1.500 HBD', 'for the bees')
  await findTips('alice')
  expect(await stored()).toMatchObject([ofCarol])
})

it('drops a tip with a line in the log when all other nodes stay away', async () => {
  const findTips = await watch(undefined, away, away)
  await tip('carol', '1.500 HBD', 'for the bees')
  await findTips('alice')
  site.wait(holdMinutes * 60)
  await findTips('alice')
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual(['dropped a tip that only one Hive node knows'])
  expect(await stored()).toEqual([])
})

it('asks one node only when there is no new tip', async () => {
  const findTips = await watch(undefined, undefined, undefined)
  await tip('carol', '1.500 HBD', 'for the bees')
  await findTips('alice')
  expect(historyCalls()).toEqual([1, 1, 0])
  for (let run = 0; run < 3; run += 1) await findTips('alice')
  expect(historyCalls()).toEqual([4, 1, 0])
})
