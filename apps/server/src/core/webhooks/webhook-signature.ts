import { createHmac } from 'node:crypto'
import { hmacSha256 } from '../../lib/secrets.ts'

/** A webhook's signing key, derived from the site's key and the webhook's salt, so that the database holds no signing key. */
export function webhookKey(siteKey: Uint8Array, webhook: { id: string; secretSalt: string }): Buffer {
  return hmacSha256(siteKey, `${webhook.id}.${webhook.secretSalt}`)
}

/** The key in the format that receivers expect (standardwebhooks.com, 'Signature scheme'). */
export function writeWebhookSecret(key: Uint8Array): string {
  return `whsec_${Buffer.from(key).toString('base64')}`
}

/** Headers of a delivery, with an HMAC-SHA-256 of id, time and body as in Standard Webhooks 1.0, which receivers have libraries for. */
export function webhookHeaders(key: Uint8Array, id: string, nowMs: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
