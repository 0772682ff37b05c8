import { watchPath } from '@waggle/contract/pages/page-addresses'
import {
  claimDeliveries,
  deleteOldDeliveries,
  insertDelivery,
  recordAttempt,
} from '../../db/webhooks/webhook-deliveries.ts'
import { type FoundEvent, findWebhookEvents } from '../../db/webhooks/webhook-events.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { isLoopbackAddress, isPublicAddress } from '../../lib/public-address.ts'
import type { CoreContext } from '../context.ts'
import { postWebhook, type Reach } from './webhook-request.ts'
import { webhookHeaders, webhookKey } from './webhook-signature.ts'

const pauseMs = 1000
/** What happened while no process ran for longer is told to nobody: it is no news any more. */
const lookBackMs = 15 * 60_000
/** Tips are read late when Hive's nodes were away, and a broadcast whose process died ends long after its last media. */
const lateLookBackMs = 24 * 60 * 60_000
/** A broadcast that only could not be noted is taken for dead and back at its next note, within ten seconds. */
const endSettlesMs = 15_000
/** Longer than one attempt takes: a process that dies in it leaves the delivery to others then. */
const claimMs = 60_000
/** A receiver that takes its time holds up only itself, and all of one owner's hold up only that owner. */
const underWayPerWebhook = 3
const underWayPerOwner = 6
const underWayMax = 100
/** An owner's receivers that did not answer in time within this have one place between them: each attempt fills it for its whole time. */
const hangingMs = 10 * 60_000
/** Waits after each failure; after the last attempt it is given up. */
const waitsMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000]
const keptMs = 7 * 24 * 60 * 60_000
const cleaningIntervalMs = 10 * 60_000

export interface WebhookOutbox {
  /** Looks for events and begins what is due. Resolves when that is under way. */
  step(): Promise<void>
  /** What is under way has come to an end. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Tells webhooks what happens: events are written into the database first, and sent from there until they arrive. */
export function startWebhookOutbox(
  context: Pick<CoreContext, 'config' | 'addresses' | 'db' | 'secrets' | 'log' | 'now'>,
  reach: Reach = reachOf(context.config.webhooks),
): WebhookOutbox {
  const { db, log } = context
  const underWay = new Map<Promise<void>, Claimed['webhook']>()
  /** When a receiver of an owner's last did not answer in time; the last one stands last. */
  const hungAtMs = new Map<string, number>()
  let cleanedAtMs = context.now()
  /** When ends that are not told yet were first seen here. */
  let endsSeen = new Map<string, number>()

  async function step(): Promise<void> {
    const nowMs = context.now()
    const since = { startsAndFollowsMs: nowMs - lookBackMs, tipsAndEndsMs: nowMs - lateLookBackMs }
    for (const found of standing(await findWebhookEvents(db, since), nowMs)) {
      await insertDelivery(db, { ...found, body: bodyOf(found) }, nowMs)
    }
    const limit = underWayMax - underWay.size
    if (limit > 0) {
      const most = { limit, perWebhook: underWayPerWebhook, perOwner: underWayPerOwner }
      const claim = { nowMs, untilMs: nowMs + claimMs, ...most }
      const taken = [...underWay.values(), ...placesKept(nowMs)]
      for (const claimed of await claimDeliveries(db, claim, taken)) begin(claimed)
    }
    if (nowMs - cleanedAtMs > cleaningIntervalMs) {
      cleanedAtMs = nowMs
      await deleteOldDeliveries(db, nowMs - keptMs)
    }
  }

  /** All places but one of every owner whose receivers hang. */
  function placesKept(nowMs: number): { id: string; username: string }[] {
    for (const [username, atMs] of hungAtMs) {
      if (nowMs - atMs < hangingMs) break
      hungAtMs.delete(username)
    }
    return [...hungAtMs.keys()].flatMap((username) => Array(underWayPerOwner - 1).fill({ id: '', username }))
  }

  /** Leaves out ends that have not stood for long enough. */
  function standing(events: FoundEvent[], nowMs: number): FoundEvent[] {
    const seen = new Map<string, number>()
    for (const { event, eventId } of events) {
      if (event === 'stream.ended') seen.set(eventId, endsSeen.get(eventId) ?? nowMs)
    }
    endsSeen = seen
    return events.filter(({ eventId }) => nowMs - (seen.get(eventId) ?? 0) >= endSettlesMs)
  }

  function begin(claimed: Claimed): void {
    const attempt: Promise<void> = deliver(claimed)
      .catch((error) => log.warn({ error }, 'could not note a webhook’s attempt; it is made again'))
      .finally(() => underWay.delete(attempt))
    underWay.set(attempt, claimed.webhook)
  }

  async function deliver({ delivery, webhook }: Claimed): Promise<void> {
    const key = webhookKey(context.secrets.webhook, webhook)
    const headers = webhookHeaders(key, delivery.eventId, context.now(), delivery.body)
    const { status, problem } = await postWebhook(webhook.url, { headers, body: delivery.body }, reach)
    const attemptedAtMs = context.now()
    if (problem === 'timeout') {
      hungAtMs.delete(webhook.username)
      hungAtMs.set(webhook.username, attemptedAtMs)
    }
    const waitMs = waitsMs[delivery.attempts]
    await recordAttempt(db, delivery, {
      state: problem === null ? 'delivered' : waitMs === undefined ? 'failed' : 'waiting',
      attempts: delivery.attempts + 1,
      nextAttemptAtMs: attemptedAtMs + (waitMs ?? 0),
      status,
      problem,
      attemptedAtMs,
    })
  }

  function bodyOf({ event, channel, atMs, data }: FoundEvent): string {
    const url = context.addresses().publicUrl + watchPath(channel)
    return webhookBody(event, atMs, { channel, url, ...data })
  }

  const rounds = startPeriodicTask(step, {
    pauseMs,
    onError: (error) => log.warn({ error }, 'could not go on with webhooks; trying again'),
  })
  return {
    step,
    async settled() {
      await Promise.all(underWay.keys())
    },
    async close() {
      await rounds.close()
      await Promise.all(underWay.keys())
    },
  }
}

type Claimed = Awaited<ReturnType<typeof claimDeliveries>>[number]

/** The form of every body (docs/webhooks.md). */
export function webhookBody(type: string, atMs: number, data: Record<string, unknown>): string {
  return JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })
}

export function reachOf(setting: CoreContext['config']['webhooks']): Reach {
  return {
    mayConnect: (address) =>
      isPublicAddress(address) ? setting !== 'off' : setting === 'loopback' && isLoopbackAddress(address),
  }
}
