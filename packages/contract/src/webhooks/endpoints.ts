import { z } from 'zod'
import { epochMs } from '../fields.ts'
import { limits } from '../limits.ts'
import { deliveryProblems, webhookEvents } from './events.ts'

const id = z.string().regex(/^[a-z0-9]{20}$/)
const byId = z.object({ webhookId: id })
const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(webhookEvents.length)
  .transform((list) => [...new Set(list)])
const url = z.string().trim().min(1).max(limits.webhookUrlMaxLength)

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  createdAt: epochMs,
})

const delivery = z.object({
  id: z.string().meta({ description: 'The header webhook-id: the same at every attempt' }),
  event: z.enum([...webhookEvents, 'test']),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  status: z.int().nullable().meta({ description: "The answer's HTTP status, if there was one" }),
  problem: z.enum(deliveryProblems).nullable(),
  createdAt: epochMs,
  attemptedAt: epochMs.nullable(),
  nextAttemptAt: epochMs.nullable().meta({ description: 'While it waits' }),
})

const withSecret = z.object({
  webhook,
  secret: z.string().meta({ description: 'Signs what is sent; told once' }),
})

const done = z.object({ success: z.literal(true) })
const signedIn = ['authentication_required', 'session_invalid'] as const
const ofOne = [...signedIn, 'webhook_not_found'] as const

/** The calls about addresses that are told what happens on a channel. Joined to the others in endpoints.ts, which checks their form. */
export const webhookEndpoints = {
  listWebhooks: {
    summary: "The caller's webhooks, and whether this site sends any",
    auth: 'session',
    cache: 'no-store',
    response: z.object({ isEnabled: z.boolean(), webhooks: z.array(webhook) }),
    errors: signedIn,
  },
  createWebhook: {
    summary: 'Tell an address what happens on the channel from now on',
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
    summary: 'Change what an address is told, or pause it',
    auth: 'session',
    params: byId,
    body: z.object({ events, isActive: z.boolean() }).partial(),
    response: webhook,
    errors: ['invalid_request', ...ofOne, 'webhooks_off', 'rate_limited'],
  },
  deleteWebhook: {
    summary: 'Tell an address nothing any more',
    auth: 'session',
    params: byId,
    response: done,
    errors: [...ofOne, 'rate_limited'],
  },
  renewWebhookSecret: {
    summary: 'A new secret, told once; from now on it signs',
    auth: 'session',
    cache: 'no-store',
    params: byId,
    response: withSecret,
    errors: [...ofOne, 'webhooks_off', 'rate_limited'],
  },
  testWebhook: {
    summary: 'Send a test event to an address',
    auth: 'session',
    params: byId,
    response: done,
    errors: [...ofOne, 'webhooks_off', 'rate_limited'],
  },
  listWebhookDeliveries: {
    summary: 'What was sent to an address lately, the newest first',
    auth: 'session',
    cache: 'no-store',
    params: byId,
    response: z.object({ deliveries: z.array(delivery) }),
    errors: ofOne,
  },
} as const

export type Webhook = z.output<typeof webhook>
export type WebhookDelivery = z.output<typeof delivery>
