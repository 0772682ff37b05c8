import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, success } from '../fields.ts'
import { deliveryProblems, webhookEvents } from './events.ts'
import { webhookLimits } from './limits.ts'

const id = z.string().regex(/^[a-z0-9]{20}$/)
const byId = z.object({ webhookId: id })
const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(webhookEvents.length)
  .transform((list) => [...new Set(list)])
const url = z.string().trim().min(1).max(webhookLimits.webhookUrlMaxLength)

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  createdAt: epochMs,
})

const delivery = z.object({
  id: z.string().meta({ description: 'The header webhook-id, the same at every attempt' }),
  event: z.enum([...webhookEvents, 'test']),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  status: z.int().nullable().meta({ description: 'The HTTP status of the answer, if there was one' }),
  problem: z.enum(deliveryProblems).nullable(),
  createdAt: epochMs,
  attemptedAt: epochMs.nullable(),
  nextAttemptAt: epochMs.nullable().meta({ description: 'When the next attempt is due, while the delivery waits' }),
})

const withSecret = z.object({
  webhook,
  secret: z.string().meta({ description: 'The key that signs the deliveries; shown once' }),
})

const ofOneWebhook = [...signedIn, 'webhook_not_found'] as const

/** Webhooks: addresses that receive the events of a channel. */
export const webhookEndpoints = {
  listWebhooks: {
    summary: "The caller's webhooks, and whether this site delivers them",
    auth: 'session',
    cache: 'no-store',
    response: z.object({ isEnabled: z.boolean(), webhooks: z.array(webhook) }),
    errors: signedIn,
  },
  createWebhook: {
    summary: 'Send the events of the channel to an address',
    auth: 'session',
    cache: 'no-store',
    body: z.object({ url, events }),
    response: withSecret,
    errors: [
      'invalid_request',
      ...signedIn,
      'webhooks_off',
      'webhook_address_refused',
      'webhook_too_many',
      'rate_limited',
    ],
  },
  updateWebhook: {
    summary: 'Change the events of a webhook, or pause it',
    auth: 'session',
    params: byId,
    body: z.object({ events, isActive: z.boolean() }).partial(),
    response: webhook,
    errors: ['invalid_request', ...ofOneWebhook, 'webhooks_off', 'rate_limited'],
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    auth: 'session',
    params: byId,
    response: success,
    errors: [...ofOneWebhook, 'rate_limited'],
  },
  renewWebhookSecret: {
    summary: 'A new secret, shown once. It signs all later deliveries',
    auth: 'session',
    cache: 'no-store',
    params: byId,
    response: withSecret,
    errors: [...ofOneWebhook, 'webhooks_off', 'rate_limited'],
  },
  testWebhook: {
    summary: 'Send a test event to the address of a webhook',
    auth: 'session',
    params: byId,
    response: success,
    errors: [...ofOneWebhook, 'webhooks_off', 'rate_limited'],
  },
  listWebhookDeliveries: {
    summary: 'The recent deliveries of a webhook, newest first',
    auth: 'session',
    cache: 'no-store',
    params: byId,
    response: z.object({ deliveries: z.array(delivery) }),
    errors: ofOneWebhook,
  },
} as const

export type Webhook = z.output<typeof webhook>
export type WebhookDelivery = z.output<typeof delivery>
