import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { endBroadcast, insertBroadcast, saveCheckpoint } from '../../db/broadcasts/broadcasts.ts'
import { insertFollow } from '../../db/follows/follows.ts'
import { openDatabase } from '../../db/open.ts'
import { insertTip } from '../../db/tips/tips.ts'
import { insertDelivery, listDeliveries } from '../../db/webhooks/webhook-deliveries.ts'
import { insertWebhook } from '../../db/webhooks/webhooks.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import type { CoreContext } from '../context.ts'
import { startWebhookOutbox } from './webhook-outbox.ts'
import type { Reach } from './webhook-request.ts'

const startMs = Date.UTC(2026, 10, 21)
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

/** An outbox for a webhook of alice's, which may connect to nobody unless `reach` lets it, at a time the test sets. */
async function outboxAt({ url = 'https://receiver.example/', reach }: { url?: string; reach?: Reach } = {}) {
  const dataDir = await temporaryFolder('outbox')
  const db = await openDatabase({ dataDir })
  const clock = { nowMs: startMs }
  const config = { webhooks: 'off' } as CoreContext['config']
  const addresses = () => ({ publicUrl: 'https://live.example', rtmpUrl: 'rtmp://live.example/live' })
  const secrets = { webhook: Buffer.alloc(32) } as unknown as CoreContext['secrets']
  const log = { warn: () => undefined } as unknown as CoreContext['log']
  const outbox = startWebhookOutbox({ config, addresses, db, secrets, log, now: () => clock.nowMs }, reach)
  onTestFinished(async () => {
    await outbox.close()
    await db.destroy()
    await removeFolder(dataDir)
  })
  await insertWebhook(db, {
    id: 'hook',
    username: 'alice',
    url,
    events: ['stream.ended', 'follow', 'tip'],
    isActive: true,
    secretSalt: 'salt',
    createdAtMs: startMs,
  })
  const toldAt = async (nowMs: number) => {
    clock.nowMs = nowMs
    await outbox.step()
    return (await listDeliveries(db, 'hook', 50)).map(({ eventId }) => eventId)
  }
  return { db, clock, outbox, toldAt }
}

it('tells of a tip that was read long after it was sent, and not of an old follow', async () => {
  const { db, toldAt } = await outboxAt()
  const tip = {
    transactionId: 'a',
    operationIndex: 0,
    channel: 'alice',
    broadcastId: 'cast',
    sender: 'bob',
    message: '',
  }
  await insertTip(db, { ...tip, amount: '1.000 HBD', sentAtMs: startMs + 1000 })
  await insertFollow(db, 'bob', 'alice', startMs + 1000)
  expect(await toldAt(startMs + 20 * 60_000)).toEqual(['tip-a-0'])
})

it('tells of an end once it has stood, and not when the broadcast was only taken for dead', async () => {
  const { db, toldAt } = await outboxAt()
  await insertBroadcast(db, { id: 'cast', username: 'alice', startedAtMs: startMs, playlists })
  // After an outage of the database: ended with its last media, which is a while ago, and noted again soon.
  await endBroadcast(db, 'cast', startMs + 5000, startMs + 5000)
  expect(await toldAt(startMs + 100_000)).toEqual([])
  expect(await toldAt(startMs + 110_000)).toEqual([])
  await saveCheckpoint(db, 'cast', { lastMediaAtMs: startMs + 111_000, awaySinceMs: null, playlists })
  expect(await toldAt(startMs + 130_000)).toEqual([])
  await endBroadcast(db, 'cast', startMs + 140_000, startMs + 120_000)
  expect(await toldAt(startMs + 140_000)).toEqual([])
  expect(await toldAt(startMs + 155_000)).toEqual([`ended-cast-${startMs + 140_000}`])
  expect(await toldAt(startMs + 190_000)).toHaveLength(1)
})

it('lets receivers that hang fill one place of their owner', async () => {
  // No rounds but those below.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let hangs = true
  const receiver = createServer((_request, response) => void (hangs || response.end())).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo
  const reach = { mayConnect: () => true, timeoutMs: 20 }
  const { db, clock, outbox } = await outboxAt({ url: `http://127.0.0.1:${port}/`, reach })
  for (let n = 0; n < 9; n += 1) {
    await insertDelivery(db, { webhookId: 'hook', eventId: `test-${n}`, event: 'test', body: '{}' }, startMs)
  }
  const claimed = async () => {
    await outbox.step()
    const deliveries = await listDeliveries(db, 'hook', 50)
    return deliveries.filter(({ nextAttemptAtMs }) => nextAttemptAtMs === clock.nowMs + 60_000).length
  }
  /** Ends what has come; what was sent and has not come yet is answered. */
  const hangUp = async () => {
    hangs = false
    receiver.closeAllConnections()
    await outbox.settled()
  }
  onTestFinished(async () => {
    await hangUp()
    vi.useRealTimers()
  })
  await outbox.step()
  await outbox.settled()

  // From here on nothing is over before the test ends it.
  reach.timeoutMs = 600_000
  clock.nowMs += 10_000
  expect(await claimed()).toBe(1)
  expect(await claimed()).toBe(1)
  await hangUp()
  hangs = true
  clock.nowMs += 10 * 60_000
  expect(await claimed()).toBe(3)
})
