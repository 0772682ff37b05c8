import { watchPath } from '@waggle/contract/pages/page-addresses'
import {
  claimDeliveries,
  deleteOldDeliveries,
  insertDelivery,
  recordAttempt,
} from '../../db/webhooks/webhook-deliveries.ts'
import { type FoundEvent, findWebhookEvents } from '../../db/webhooks/webhook-events.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import type { CoreContext } from '../context.ts'
import { type ConnectPolicy, connectPolicy, postGuarded } from '../outgoing/guarded-request.ts'
import { webhookHeaders, webhookKey } from './webhook-signature.ts'

const pauseMs = 1000
/** Events older than this are not delivered: after a longer downtime they are no longer news. */
const lookBackMs = 15 * 60_000
/** Tips are found late when Hive's nodes were unreachable, and a broadcast whose process died ends long after its last media. */
const lateLookBackMs = 24 * 60 * 60_000
/**
 * How long an end must last before it is delivered. A broadcast whose checkpoints could not be written is marked as ended, and is live
 * again with the next checkpoint, within ten seconds.
 */
const endSettlesMs = 15_000
/** Longer than an attempt takes. When a process dies during an attempt, another process takes over the delivery after this time. */
const claimMs = 60_000
/** A slow receiver only delays itself, and all receivers of one owner only delay that owner. */
const inFlightPerWebhook = 3
const inFlightPerOwner = 6
const inFlightMax = 100
/** After a timeout, all receivers of that owner share a single slot for this long, because each attempt may occupy it until it times out. */
const timeoutPenaltyMs = 10 * 60_000
/** Waits after each failure. The delivery fails when they are used up. */
const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000]
const deliveriesKeptMs = 7 * 24 * 60 * 60_000
const cleanUpIntervalMs = 10 * 60_000

interface WebhookOutbox {
  /** Stores new events and starts the attempts that are due. Resolves when they have been started. */
  runOnce(): Promise<void>
  /** Resolves when the attempts in flight have ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Delivers events to webhooks. Events are stored in the database first, and sent from there until the receiver has accepted them. */
export function startWebhookOutbox(
  context: Pick<CoreContext, 'config' | 'addresses' | 'db' | 'secrets' | 'log' | 'now'>,
  policy: ConnectPolicy = connectPolicy(context.config.webhooks),
): WebhookOutbox {
  const { db, log } = context
  const inFlight = new Map<Promise<void>, Claimed['webhook']>()
  /** The time of the last timeout by owner, in the order of time. */
  const timedOutAtMs = new Map<string, number>()
  let cleanedUpAtMs = context.now()
  /** When this process first saw each end that is not delivered yet. */
  let endsSeenAtMs = new Map<string, number>()

  async function runOnce(): Promise<void> {
    const nowMs = context.now()
    const since = { startsAndFollowsMs: nowMs - lookBackMs, tipsAndEndsMs: nowMs - lateLookBackMs }
    for (const found of withoutUnsettledEnds(await findWebhookEvents(db, since), nowMs)) {
      await insertDelivery(db, { ...found, body: bodyOf(found) }, nowMs)
    }
    const limit = inFlightMax - inFlight.size
    if (limit > 0) {
      const bounds = { limit, perWebhook: inFlightPerWebhook, perOwner: inFlightPerOwner }
      const claim = { nowMs, untilMs: nowMs + claimMs, ...bounds }
      const occupied = [...inFlight.values(), ...blockedSlots(nowMs)]
      for (const claimed of await claimDeliveries(db, claim, occupied)) startAttempt(claimed)
    }
    if (nowMs - cleanedUpAtMs > cleanUpIntervalMs) {
      cleanedUpAtMs = nowMs
      await deleteOldDeliveries(db, nowMs - deliveriesKeptMs)
    }
  }

  /** All slots but one of every owner whose receivers have timed out. */
  function blockedSlots(nowMs: number): { id: string; username: string }[] {
    for (const [username, atMs] of timedOutAtMs) {
      if (nowMs - atMs < timeoutPenaltyMs) break
      timedOutAtMs.delete(username)
    }
    return [...timedOutAtMs.keys()].flatMap((username) => Array(inFlightPerOwner - 1).fill({ id: '', username }))
  }

  function withoutUnsettledEnds(events: FoundEvent[], nowMs: number): FoundEvent[] {
    const seen = new Map<string, number>()
    for (const { event, eventId } of events) {
      if (event === 'stream.ended') seen.set(eventId, endsSeenAtMs.get(eventId) ?? nowMs)
    }
    endsSeenAtMs = seen
    return events.filter(({ eventId }) => nowMs - (seen.get(eventId) ?? 0) >= endSettlesMs)
  }

  function startAttempt(claimed: Claimed): void {
    const attempt: Promise<void> = deliver(claimed)
      .catch((error) => log.warn({ error }, 'could not record the attempt of a webhook; it will be repeated'))
      .finally(() => inFlight.delete(attempt))
    inFlight.set(attempt, claimed.webhook)
  }

  async function deliver({ delivery, webhook }: Claimed): Promise<void> {
    const key = webhookKey(context.secrets.webhook, webhook)
    const headers = webhookHeaders(key, delivery.eventId, context.now(), delivery.body)
    const { status, problem } = await postGuarded(webhook.url, { headers, body: delivery.body }, policy)
    const attemptedAtMs = context.now()
    if (problem === 'timeout') {
      timedOutAtMs.delete(webhook.username)
      timedOutAtMs.set(webhook.username, attemptedAtMs)
    }
    const waitMs = retryDelaysMs[delivery.attempts]
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

  const task = startPeriodicTask(runOnce, {
    pauseMs,
    onError: (error) => log.warn({ error }, 'could not process webhooks; trying again'),
  })
  return {
    runOnce,
    async idle() {
      await Promise.all(inFlight.keys())
    },
    async close() {
      await task.close()
      await Promise.all(inFlight.keys())
    },
  }
}

type Claimed = Awaited<ReturnType<typeof claimDeliveries>>[number]

/** The body of a delivery (docs/webhooks.md). */
export function webhookBody(type: string, atMs: number, data: Record<string, unknown>): string {
  return JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })
}
