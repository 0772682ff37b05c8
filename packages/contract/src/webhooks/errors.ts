import type { Refusals } from '../refusal.ts'

export const webhookErrors = {
  webhooks_off: { status: 403, message: 'Webhooks are turned off on this site' },
  webhook_not_found: { status: 404, message: 'This webhook no longer exists' },
  webhook_too_many: { status: 409, message: 'The channel has as many webhooks as it may have' },
  webhook_address_refused: {
    status: 400,
    message: 'This address cannot be used: it must begin with https:// and name a public host',
  },
} as const satisfies Refusals
