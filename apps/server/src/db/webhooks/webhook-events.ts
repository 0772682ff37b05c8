import type { WebhookEvent } from '@waggle/contract/webhooks/events'
import { type Expression, sql } from 'kysely'
import type { Db } from '../open.ts'
import { formatAmount } from '../tips/tips.ts'

/** An event on a channel that has no delivery yet for one of its webhooks. */
export interface FoundEvent {
  webhookId: string
  /** The same in every process that finds the event. */
  eventId: string
  event: WebhookEvent
  channel: string
  atMs: number
  data: Record<string, unknown>
}

const maxFound = 200

/**
 * Derives the events since a time from the tables that record them, so that an event needs no second write and none is lost when a
 * process dies between two writes. Tips and ends have their own `since`, because they may become known long after they happened.
 */
export async function findWebhookEvents(
  db: Db,
  since: { startsAndFollowsMs: number; tipsAndEndsMs: number },
): Promise<FoundEvent[]> {
  const [starts, ends, follows, tips] = await Promise.all([
    findStarts(db, since.startsAndFollowsMs),
    findEnds(db, since.tipsAndEndsMs),
    findFollows(db, since.startsAndFollowsMs),
    findTips(db, since.tipsAndEndsMs),
  ])
  return [...starts, ...ends, ...follows, ...tips]
}

async function findStarts(db: Db, sinceMs: number): Promise<FoundEvent[]> {
  const rows = await broadcastsOf(db, 'stream.live', sql<string>`'live-' || broadcasts.id`)
    .where('broadcasts.started_at_ms', '>=', sinceMs)
    .whereRef('broadcasts.started_at_ms', '>=', 'webhooks.active_since_ms')
    .execute()
  return rows.map((row) => ({
    ...row,
    event: 'stream.live' as const,
    atMs: row.startedAt,
    data: { streamId: row.streamId, startedAt: row.startedAt, ...channelTexts(row) },
  }))
}

/** A broadcast that was ended as stale and returns ends again at another time: that is another event. */
async function findEnds(db: Db, sinceMs: number): Promise<FoundEvent[]> {
  const eventId = sql<string>`'ended-' || broadcasts.id || '-' || broadcasts.ended_at_ms`
  const rows = await broadcastsOf(db, 'stream.ended', eventId)
    .where('broadcasts.ended_at_ms', '>=', sinceMs)
    .whereRef('broadcasts.ended_at_ms', '>=', 'webhooks.active_since_ms')
    .execute()
  return rows.map((row) => ({
    ...row,
    event: 'stream.ended' as const,
    atMs: row.endedAt ?? row.startedAt,
    data: {
      streamId: row.streamId,
      startedAt: row.startedAt,
      endedAt: row.endedAt,
      peakViewers: row.peakViewers,
      ...channelTexts(row),
    },
  }))
}

/** A follower causes at most one event per UTC day, even when they unfollow and follow again. */
async function findFollows(db: Db, sinceMs: number): Promise<FoundEvent[]> {
  const eventId = sql<string>`'follow-' || follows.follower || '-' || (follows.created_at_ms / 86400000)`
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('follows', 'follows.channel', 'webhooks.username')
    .select(['webhooks.id as webhookId', 'follows.channel', 'follows.follower', 'follows.created_at_ms as atMs'])
    .select(eventId.as('eventId'))
    .where(isUndelivered('follow', eventId))
    .where('follows.created_at_ms', '>=', sinceMs)
    .whereRef('follows.created_at_ms', '>=', 'webhooks.active_since_ms')
    .limit(maxFound)
    .execute()
  return rows.map((row) => ({
    ...row,
    event: 'follow' as const,
    data: { follower: row.follower, followedAt: row.atMs },
  }))
}

async function findTips(db: Db, sinceMs: number): Promise<FoundEvent[]> {
  const eventId = sql<string>`'tip-' || tips.transaction_id || '-' || tips.operation_index`
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('tips', 'tips.channel', 'webhooks.username')
    .select(['webhooks.id as webhookId', 'tips.channel', 'tips.sent_at_ms as atMs', 'tips.broadcast_id as streamId'])
    .select(['tips.sender', 'tips.thousandths', 'tips.currency', 'tips.message'])
    .select(eventId.as('eventId'))
    .where(isUndelivered('tip', eventId))
    .where('tips.sent_at_ms', '>=', sinceMs)
    .whereRef('tips.sent_at_ms', '>=', 'webhooks.active_since_ms')
    .limit(maxFound)
    .execute()
  return rows.map(({ streamId, sender, thousandths, currency, message, ...row }) => ({
    ...row,
    event: 'tip' as const,
    data: { streamId, sender, amount: formatAmount(thousandths, currency), message, sentAt: row.atMs },
  }))
}

function broadcastsOf(db: Db, event: WebhookEvent, eventId: Expression<string>) {
  return db
    .selectFrom('webhooks')
    .innerJoin('broadcasts', 'broadcasts.username', 'webhooks.username')
    .leftJoin('channels', 'channels.username', 'broadcasts.username')
    .select(['webhooks.id as webhookId', 'broadcasts.username as channel', 'broadcasts.id as streamId'])
    .select(['broadcasts.started_at_ms as startedAt', 'broadcasts.ended_at_ms as endedAt'])
    .select(['broadcasts.peak_viewers as peakViewers', 'channels.title', 'channels.category', 'channels.language'])
    .select(() => sql<string>`${eventId}`.as('eventId'))
    .where(isUndelivered(event, eventId))
    .limit(maxFound)
}

/** The webhook subscribes to this kind of event and has no delivery for this one. */
function isUndelivered(event: WebhookEvent, eventId: Expression<string>) {
  return sql<boolean>`webhooks.is_active = 1 and webhooks.events like ${`%"${event}"%`} and not exists (
    select 1 from webhook_deliveries as saved where saved.webhook_id = webhooks.id and saved.event_id = ${eventId}
  )`
}

function channelTexts(row: { title: string | null; category: string | null; language: string | null }) {
  return { title: row.title || null, category: row.category, language: row.language }
}
