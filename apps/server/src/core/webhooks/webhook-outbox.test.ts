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
import type { ConnectPolicy } from '../outgoing/guarded-request.ts'
import { startWebhookOutbox } from './webhook-outbox.ts'

const startMs = Date.UTC(2026, 10, 21)
const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }

/** An outbox with a webhook of alice's and a clock that the test sets. It connects to no address unless `policy` allows it. */
async function startOutbox({
  url = 'https://receiver.example/',
  policy,
}: {
  url?: string
  policy?: ConnectPolicy
} = {}) {
  const dataDir = await temporaryFolder('outbox')
  const db = await openDatabase({ dataDir })
  const clock = { nowMs: startMs }
  const config = { webhooks: 'off' } as CoreContext['config']
  const addresses = () => ({ publicUrl: 'https://live.example', rtmpUrl: 'rtmp://live.example/live' })
  const secrets = { webhook: Buffer.alloc(32) } as unknown as CoreContext['secrets']
  const log = { warn: () => undefined } as unknown as CoreContext['log']
  const outbox = startWebhookOutbox({ config, addresses, db, secrets, log, now: () => clock.nowMs }, policy)
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
  const deliveredAt = async (nowMs: number) => {
    clock.nowMs = nowMs
    await outbox.runOnce()
    return (await listDeliveries(db, 'hook', 50)).map(({ eventId }) => eventId)
  }
  return { db, clock, outbox, deliveredAt }
}

it('delivers a tip that was found long after it was sent, but not an old follow', async () => {
  const { db, deliveredAt } = await startOutbox()
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
  expect(await deliveredAt(startMs + 20 * 60_000)).toEqual(['tip-a-0'])
})

it('delivers an end after it has lasted, and not when the broadcast was marked as ended by mistake', async () => {
  const { db, deliveredAt } = await startOutbox()
  await insertBroadcast(db, { id: 'cast', username: 'alice', startedAtMs: startMs, playlists })
  // After an outage of the database, the broadcast is marked as ended at its last media, and its next checkpoint follows soon.
  await endBroadcast(db, 'cast', startMs + 5000, startMs + 5000)
  expect(await deliveredAt(startMs + 100_000)).toEqual([])
  expect(await deliveredAt(startMs + 110_000)).toEqual([])
  await saveCheckpoint(db, 'cast', { lastMediaAtMs: startMs + 111_000, awaySinceMs: null, playlists })
  expect(await deliveredAt(startMs + 130_000)).toEqual([])
  await endBroadcast(db, 'cast', startMs + 140_000, startMs + 120_000)
  expect(await deliveredAt(startMs + 140_000)).toEqual([])
  expect(await deliveredAt(startMs + 155_000)).toEqual([`ended-cast-${startMs + 140_000}`])
  expect(await deliveredAt(startMs + 190_000)).toHaveLength(1)
})

it('gives receivers that time out one slot per owner', async () => {
  // The periodic task must not run by itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let isSilent = true
  const receiver = createServer((_request, response) => void (isSilent || response.end())).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo
  const policy = { mayConnect: () => true, timeoutMs: 20 }
  const { db, clock, outbox } = await startOutbox({ url: `http://127.0.0.1:${port}/`, policy })
  for (let n = 0; n < 9; n += 1) {
    await insertDelivery(db, { webhookId: 'hook', eventId: `test-${n}`, event: 'test', body: '{}' }, startMs)
  }
  const claimed = async () => {
    await outbox.runOnce()
    const deliveries = await listDeliveries(db, 'hook', 50)
    return deliveries.filter(({ nextAttemptAtMs }) => nextAttemptAtMs === clock.nowMs + 60_000).length
  }
  /** Closes open requests, and answers those that have not arrived yet. */
  const hangUp = async () => {
    isSilent = false
    receiver.closeAllConnections()
    await outbox.idle()
  }
  onTestFinished(async () => {
    await hangUp()
    vi.useRealTimers()
  })
  await outbox.runOnce()
  await outbox.idle()

  // From here on, no attempt ends before the test ends it.
  policy.timeoutMs = 600_000
  clock.nowMs += 10_000
  expect(await claimed()).toBe(1)
  expect(await claimed()).toBe(1)
  await hangUp()
  isSilent = true
  clock.nowMs += 10 * 60_000
  expect(await claimed()).toBe(3)
})
