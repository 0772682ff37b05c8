import { z } from 'zod'
import { success, username } from '../fields.ts'
import { siteLanguage } from '../site/endpoints.ts'
import { pushLimits } from './limits.ts'

/** A point of P-256, uncompressed: 65 bytes in base64url. */
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/)

/** Alerts that reach a browser while the site is closed (Web Push). They need no account, and none is stored with them. */
export const pushEndpoints = {
  getPushKey: {
    summary: 'The key that a browser subscribes with, as `applicationServerKey`',
    auth: 'none',
    cache: 'no-store',
    response: z.object({
      publicKey: z.string().nullable().meta({ description: 'Null where the site sends no alerts to browsers' }),
    }),
    errors: [],
  },
  savePushSubscription: {
    summary:
      'Tell a browser when one of these channels goes live, and no other. The list replaces the one before; an empty one deletes the subscription',
    auth: 'none',
    body: z.object({
      endpoint: z
        .string()
        .max(pushLimits.pushAddressMaxLength)
        .meta({ description: 'The address at the push service of the browser' }),
      p256dh: publicKey.meta({ description: 'The public key of the browser' }),
      auth: z
        .string()
        .regex(/^[A-Za-z0-9_-]{22}$/)
        .meta({ description: 'The secret that the browser made for this subscription' }),
      publicKey: publicKey.meta({ description: 'The key of the site that the subscription was made with' }),
      language: siteLanguage.meta({ description: 'Of the alerts' }),
      channels: z.array(username).max(pushLimits.pushChannelsMax),
    }),
    response: success,
    errors: ['invalid_request', 'push_off', 'push_address_refused', 'push_key_unknown', 'push_full', 'rate_limited'],
  },
} as const
