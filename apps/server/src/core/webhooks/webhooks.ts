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
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { isLoopbackAddress } from '../../lib/network/public-address.ts'
import { randomId } from '../../lib/random-id.ts'
import type { CoreContext } from '../context.ts'
import { connectPolicy } from '../outgoing/guarded-request.ts'
import { webhookBody } from './webhook-outbox.ts'
import { webhookKey, writeWebhookSecret } from './webhook-signature.ts'

/** With this many deliveries waiting, for a paused or silent receiver, a test event would only wait too. */
const waitingForTestMax = 10

/** A streamer's webhooks. They are off unless the operator enables them, because the server then calls addresses that users choose. */
export function webhookRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, config } = context
  const setting = config.webhooks

  route(app, context, 'listWebhooks', async ({ session }) => {
    return { isEnabled: setting !== 'off', webhooks: (await listWebhooks(db, session.username)).map(toWebhook) }
  })

  route(app, context, 'createWebhook', async ({ body, session }) => {
    requireWebhooks()
    const url = readUrl(body.url)
    const webhook: WebhookRow = {
      id: randomId(),
      username: session.username,
      url,
      events: body.events,
      isActive: true,
      secretSalt: newSalt(),
      createdAtMs: context.now(),
    }
    if (!(await insertWebhookUpTo(db, webhook, limits.webhooksMax))) throw new Refusal('webhook_too_many')
    return withSecret(webhook)
  })

  route(app, context, 'updateWebhook', async ({ params, body, session }) => {
    requireWebhooks()
    const webhook = await requireOwn(session.username, params.webhookId)
    const { events, isActive } = body
    const isResumed = isActive === true && !webhook.isActive
    const isSubscribed = (event: WebhookEvent) => webhook.events.includes(event)
    const addsEvents = events !== undefined && !events.every(isSubscribed)
    await updateWebhook(db, webhook.id, {
      ...(events && { events }),
      ...(isActive !== undefined && { isActive }),
      ...((isResumed || addsEvents) && { activeSinceMs: context.now() }),
    })
    return toWebhook(await requireOwn(session.username, params.webhookId))
  })

  route(app, context, 'deleteWebhook', async ({ params, session }) => {
    const { id } = await requireOwn(session.username, params.webhookId)
    await deleteWebhook(db, id)
    return { success: true as const }
  })

  route(app, context, 'renewWebhookSecret', async ({ params, session }) => {
    requireWebhooks()
    const webhook = await requireOwn(session.username, params.webhookId)
    const secretSalt = newSalt()
    await updateWebhook(db, webhook.id, { secretSalt })
    return withSecret({ ...webhook, secretSalt })
  })

  route(app, context, 'testWebhook', async ({ params, session }) => {
    requireWebhooks()
    const { id } = await requireOwn(session.username, params.webhookId)
    const isBehind = (await countWaiting(db, id)) >= waitingForTestMax
    if (isBehind) throw new Refusal('rate_limited', { retryAfterSeconds: 60 })
    const nowMs = context.now()
    const body = webhookBody('test', nowMs, { channel: session.username })
    await insertDelivery(db, { webhookId: id, eventId: `test-${randomId()}`, event: 'test', body }, nowMs)
    return { success: true as const }
  })

  route(app, context, 'listWebhookDeliveries', async ({ params, session }) => {
    const { id } = await requireOwn(session.username, params.webhookId)
    return { deliveries: (await listDeliveries(db, id, limits.webhookDeliveriesListed)).map(toDelivery) }
  })

  async function requireOwn(username: string, id: string): Promise<WebhookRow> {
    const webhook = await findWebhook(db, username, id)
    if (!webhook) throw new Refusal('webhook_not_found')
    return webhook
  }

  function requireWebhooks(): void {
    if (setting === 'off') throw new Refusal('webhooks_off')
  }

  /** Names the master key that the secret is made with. */
  function newSalt(): string {
    return `${context.secrets.currentFingerprint}.${randomId()}`
  }

  function withSecret(webhook: WebhookRow) {
    return {
      webhook: toWebhook(webhook),
      secret: writeWebhookSecret(webhookKey(context.secrets.webhook, webhook)),
    }
  }

  /** Checks what is known without connecting. The resolved address is checked at every connection (core/outgoing/guarded-request.ts). */
  function readUrl(typed: string): string {
    const url = URL.canParse(typed) ? new URL(typed) : undefined
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
    const isLocal = setting === 'loopback' && (host === 'localhost' || isLoopbackAddress(host))
    const isConfidential = url?.protocol === 'https:' || (isLocal && url?.protocol === 'http:')
    const isPublic = isIP(host) ? connectPolicy(setting).mayConnect(host) : host.includes('.')
    if (!url || url.username || url.password || url.hash || !isConfidential || !(isLocal || isPublic)) {
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
