import { isIP } from 'node:net'
import { limits } from '@waggle/contract/limits'
import type { Webhook, WebhookDelivery } from '@waggle/contract/webhooks/endpoints'
import type { WebhookEvent } from '@waggle/contract/webhooks/events'
import type { FastifyInstance } from 'fastify'
import { countWaiting, type DeliveryRow, insertDelivery, listDeliveries } from '../../db/webhooks/webhook-deliveries.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhookUpTo,
  listWebhooks,
  updateWebhook,
  type WebhookRow,
} from '../../db/webhooks/webhooks.ts'
import { limitCalls } from '../../http/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { isLoopbackAddress } from '../../lib/public-address.ts'
import { randomId } from '../../lib/random-id.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { reachOf, webhookBody } from './webhook-outbox.ts'
import { webhookKey, writeWebhookSecret } from './webhook-signature.ts'

const changeLimit: Limit = { name: 'webhook', points: 20, perSeconds: 60 }
/** With more than this still to be sent, to a paused or a silent receiver, a test would only wait as well. */
const waitingForTestMax = 10

/** A streamer's webhooks. Off unless the operator wants them: they have the server call addresses of users' choice. */
export function webhookRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, config } = context
  const setting = config.webhooks

  route(app, context, 'listWebhooks', async ({ session }) => {
    return { isEnabled: setting !== 'off', webhooks: (await listWebhooks(db, session.username)).map(toWebhook) }
  })

  route(app, context, 'createWebhook', async ({ body, session }) => {
    await requireChange(session.username)
    const url = readUrl(body.url)
    const webhook: WebhookRow = {
      id: randomId(),
      username: session.username,
      url,
      events: body.events,
      isActive: true,
      secretSalt: randomId(),
      createdAtMs: context.now(),
    }
    if (!(await insertWebhookUpTo(db, webhook, limits.webhooksMax))) throw new Refusal('webhook_too_many')
    return withSecret(webhook)
  })

  route(app, context, 'updateWebhook', async ({ params, body, session }) => {
    await requireChange(session.username)
    const webhook = await own(session.username, params.webhookId)
    const { events, isActive } = body
    const isResumed = isActive === true && !webhook.isActive
    const isTold = (event: WebhookEvent) => webhook.events.includes(event)
    const wantsMore = events !== undefined && !events.every(isTold)
    await updateWebhook(db, webhook.id, {
      ...(events && { events }),
      ...(isActive !== undefined && { isActive }),
      ...((isResumed || wantsMore) && { activeSinceMs: context.now() }),
    })
    return toWebhook(await own(session.username, params.webhookId))
  })

  route(app, context, 'deleteWebhook', async ({ params, session }) => {
    await limitCalls(context, changeLimit, session.username)
    const { id } = await own(session.username, params.webhookId)
    await deleteWebhook(db, id)
    return { success: true as const }
  })

  route(app, context, 'renewWebhookSecret', async ({ params, session }) => {
    await requireChange(session.username)
    const webhook = await own(session.username, params.webhookId)
    const secretSalt = randomId()
    await updateWebhook(db, webhook.id, { secretSalt })
    return withSecret({ ...webhook, secretSalt })
  })

  route(app, context, 'testWebhook', async ({ params, session }) => {
    await requireChange(session.username)
    const { id } = await own(session.username, params.webhookId)
    const isBehind = (await countWaiting(db, id)) >= waitingForTestMax
    if (isBehind) throw new Refusal('rate_limited', { retryAfterSeconds: changeLimit.perSeconds })
    const nowMs = context.now()
    const body = webhookBody('test', nowMs, { channel: session.username })
    await insertDelivery(db, { webhookId: id, eventId: `test-${randomId()}`, event: 'test', body }, nowMs)
    return { success: true as const }
  })

  route(app, context, 'listWebhookDeliveries', async ({ params, session }) => {
    const { id } = await own(session.username, params.webhookId)
    return { deliveries: (await listDeliveries(db, id, limits.webhookDeliveriesListed)).map(toDelivery) }
  })

  async function own(username: string, id: string): Promise<WebhookRow> {
    const webhook = await findWebhook(db, username, id)
    if (!webhook) throw new Refusal('webhook_not_found')
    return webhook
  }

  async function requireChange(username: string): Promise<void> {
    if (setting === 'off') throw new Refusal('webhooks_off')
    await limitCalls(context, changeLimit, username)
  }

  function withSecret(webhook: WebhookRow) {
    return {
      webhook: toWebhook(webhook),
      secret: writeWebhookSecret(webhookKey(context.secrets.webhook, webhook)),
    }
  }

  /** What can be known before a connection is made; the rest is judged then, each time (webhook-request.ts). */
  function readUrl(typed: string): string {
    const url = URL.canParse(typed) ? new URL(typed) : undefined
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
    const isHere = setting === 'loopback' && (host === 'localhost' || isLoopbackAddress(host))
    const isSecret = url?.protocol === 'https:' || (isHere && url?.protocol === 'http:')
    const isOutside = isIP(host) ? reachOf(setting).mayConnect(host) : host.includes('.')
    if (!url || url.username || url.password || url.hash || !isSecret || !(isHere || isOutside)) {
      throw new Refusal('webhook_address_refused')
    }
    return url.href
  }
}

function toWebhook({ id, url, events, isActive, createdAtMs }: WebhookRow): Webhook {
  return { id, url, events, isActive, createdAt: createdAtMs }
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { event, state, attempts, status, problem } = row
  return {
    id: row.eventId,
    event,
    state,
    attempts,
    status,
    problem,
    createdAt: row.createdAtMs,
    attemptedAt: row.attemptedAtMs,
    nextAttemptAt: state === 'waiting' ? row.nextAttemptAtMs : null,
  }
}
