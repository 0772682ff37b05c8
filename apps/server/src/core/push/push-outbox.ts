import { createHmac } from 'node:crypto'
import { limits } from '@waggle/contract/limits'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { liveSentence, type PushMessage } from '@waggle/contract/push/message'
import { type BroadcastRow, findBroadcast, isLive } from '../../db/broadcasts/broadcasts.ts'
import {
  announceBroadcast,
  claimPushDeliveries,
  deleteDelivery,
  deleteOldPushes,
  findUntoldBroadcasts,
  listDueServices,
  type PushDeliveryRow,
  putOffDelivery,
} from '../../db/push/push-deliveries.ts'
import {
  deleteOldSubscriptions,
  deleteSubscriptions,
  findSubscriptions,
  type PushSubscriptionRow,
} from '../../db/push/push-subscriptions.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import { avatarUrl } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import { type ConnectPolicy, connectPolicy, postGuarded } from '../outgoing/guarded-request.ts'
import { encryptPush } from './encrypt-push.ts'
import { isPushOn } from './push-routes.ts'
import { vapidHeader, vapidKeyOf } from './vapid.ts'

const pauseMs = 1000
/** Longer than an attempt takes. When a process dies during an attempt, another process takes over the delivery after this time. */
const claimMs = 60_000
/** A slow push service only delays itself. */
const inFlightPerService = 100
const inFlightMax = 300
/** Waits after each failure, the last one again and again. A push service may ask for another wait, within bounds. */
const retryDelaysMs = [10_000, 60_000, 5 * 60_000]
const retryMinMs = 5000
const retryMaxMs = 15 * 60_000
const cleanUpIntervalMs = 10 * 60_000
const announcementsKeptMs = 24 * 60 * 60_000

type Outcome = 'sent' | 'gone' | 'failed' | 'over' | 'put off'

interface PushOutbox {
  /** Announces what has begun and starts the attempts that are due. Resolves when they have been started. */
  runOnce(): Promise<void>
  /** Resolves when the attempts in flight have ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Tells browsers that channels are live (rule ALERT-2). What is to be sent is stored first, and sent until a push service has taken it. */
export function startPushOutbox(
  context: Pick<
    CoreContext,
    'config' | 'addresses' | 'db' | 'secrets' | 'log' | 'now' | 'entrance' | 'measures' | 'metrics'
  >,
  policy: ConnectPolicy = connectPolicy(context.config.push),
): PushOutbox {
  const { db, log, secrets, measures } = context
  const inFlight = new Map<Promise<void>, string>()
  let cleanedUpAtMs = context.now()
  const outcomes = context.metrics.counter({
    name: 'waggle_push_messages_total',
    help: 'Attempts to tell a browser that a channel is live, by result',
    labels: ['result'],
  })

  async function runOnce(): Promise<void> {
    if (isPushOn(context)) {
      await announce()
      for (const service of await listDueServices(db, context.now())) await sendTo(service)
    }
    if (context.now() - cleanedUpAtMs > cleanUpIntervalMs) {
      cleanedUpAtMs = context.now()
      await cleanUp(cleanedUpAtMs)
    }
  }

  async function announce(): Promise<void> {
    const nowMs = context.now()
    const found = await findUntoldBroadcasts(db, { nowMs, sinceMs: nowMs - limits.pushNewsMs })
    for (const broadcast of found) {
      if (isWithheld(broadcast.channel, broadcast.id)) continue
      await announceBroadcast(db, broadcast, { nowMs, quietSinceMs: nowMs - limits.pushQuietMs })
    }
  }

  async function sendTo(service: string): Promise<void> {
    const nowMs = context.now()
    const ofService = [...inFlight.values()].filter((other) => other === service).length
    const limit = Math.min(inFlightPerService - ofService, inFlightMax - inFlight.size)
    if (limit <= 0) return
    const claimed = await claimPushDeliveries(db, { service, nowMs, untilMs: nowMs + claimMs, limit })
    const subscriptions = new Map(
      (
        await findSubscriptions(
          db,
          claimed.map(({ subscriptionId }) => subscriptionId),
        )
      ).map((subscription) => [subscription.id, subscription]),
    )
    const broadcasts = new Map<string, BroadcastRow | undefined>()
    for (const id of new Set(claimed.map(({ broadcastId }) => broadcastId))) {
      broadcasts.set(id, await findBroadcast(db, id))
    }
    for (const delivery of claimed) {
      const [broadcast, subscription] = [
        broadcasts.get(delivery.broadcastId),
        subscriptions.get(delivery.subscriptionId),
      ]
      const attempt: Promise<void> = deliver(delivery, broadcast, subscription)
        .then((result) => outcomes.inc({ result }))
        .catch((error) => log.warn({ error }, 'could not record the attempt of an alert; it will be repeated'))
        .finally(() => inFlight.delete(attempt))
      inFlight.set(attempt, service)
    }
  }

  async function deliver(
    delivery: PushDeliveryRow,
    broadcast: BroadcastRow | undefined,
    subscription: PushSubscriptionRow | undefined,
  ): Promise<Outcome> {
    const isNews =
      broadcast !== undefined &&
      isLive(broadcast, context.now()) &&
      !isWithheld(broadcast.username, broadcast.id) &&
      context.now() < delivery.createdAtMs + limits.pushLifeMs
    if (!isNews || subscription === undefined) {
      await deleteDelivery(db, delivery)
      return 'over'
    }
    const { status, problem, retryAfter } = await send(broadcast, subscription)
    if (status === 404 || status === 410) {
      await deleteSubscriptions(db, [subscription.id])
      return 'gone'
    }
    const isAway = problem === 'timeout' || problem === 'unreachable' || status === 429 || (status ?? 0) >= 500
    const nextAtMs = context.now() + waitMs(delivery.attempts, retryAfter, context.now())
    if (isAway && nextAtMs < delivery.createdAtMs + limits.pushLifeMs) {
      await putOffDelivery(db, delivery, nextAtMs)
      return 'put off'
    }
    await deleteDelivery(db, delivery)
    return problem === null ? 'sent' : 'failed'
  }

  async function send(broadcast: BroadcastRow, subscription: PushSubscriptionRow) {
    const { endpoint, keyFingerprint } = subscription
    const key = vapidKeyOf(secrets.push.of({ fingerprint: keyFingerprint, atMs: 0 }))
    const siteUrl = context.addresses().publicUrl
    const answer = await postGuarded(
      endpoint,
      {
        headers: {
          authorization: vapidHeader(key, { endpoint, siteUrl, nowMs: context.now() }),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(limits.pushLifeMs / 1000),
          urgency: 'normal',
          topic: topicOf(broadcast.username, subscription),
          'user-agent': 'Waggle-Push/1',
        },
        body: encryptPush(JSON.stringify(messageOf(broadcast, subscription)), subscription),
      },
      policy,
    )
    return { retryAfter: undefined, ...answer }
  }

  function messageOf({ id, username, title }: BroadcastRow, { language }: PushSubscriptionRow): PushMessage {
    return {
      title: liveSentence[language](username),
      body: title ?? '',
      channel: username,
      path: watchPath(username),
      icon: avatarUrl(context.config, username),
      tag: id,
    }
  }

  /** The people who run the site keep it from being listed, or have ended it. */
  function isWithheld(channel: string, broadcastId: string): boolean {
    return measures.find(channel, 'lists') !== undefined || measures.hasEnded(broadcastId)
  }

  async function cleanUp(nowMs: number): Promise<void> {
    await deleteOldPushes(db, {
      announcedBeforeMs: nowMs - announcementsKeptMs,
      madeBeforeMs: nowMs - limits.pushLifeMs,
    })
    while ((await deleteOldSubscriptions(db, nowMs - limits.pushSubscriptionLifeMs)) > 0);
  }

  const task = startPeriodicTask(runOnce, {
    pauseMs,
    onError: (error) => log.warn({ error }, 'could not send alerts to browsers; trying again'),
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

/**
 * A message takes the place of one with the same topic that the push service still has (RFC 8030 section 5.4): a browser that was off hears of
 * a channel once. The push service does not learn from it which channel it is.
 */
function topicOf(channel: string, { auth }: PushSubscriptionRow): string {
  return createHmac('sha256', auth).update(channel).digest('base64url').slice(0, 32)
}

/** `retryAfter` has seconds or a date (RFC 9110 section 10.2.3). */
function waitMs(attempts: number, retryAfter: string | undefined, nowMs: number): number {
  const asked = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : Date.parse(retryAfter ?? '') - nowMs
  if (!Number.isNaN(asked)) return Math.min(Math.max(asked, retryMinMs), retryMaxMs)
  return retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? retryMaxMs
}
