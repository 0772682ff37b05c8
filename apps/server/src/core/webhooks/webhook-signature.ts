import { createHmac } from 'node:crypto'
import { hmacSha256, type KeyRing } from '../../lib/secrets.ts'

/**
 * A webhook's signing key, derived from the site's key and the webhook's salt, so that the database holds no signing key. The salt begins
 * with the fingerprint of the master key that it was made under, because receivers keep the key through rotations; older salts do not.
 */
export function webhookKey(
  siteKey: Uint8Array | KeyRing,
  webhook: { id: string; secretSalt: string; createdAtMs?: number },
): Buffer {
  const fingerprint = /^([0-9a-f]{16})\./.exec(webhook.secretSalt)?.[1]
  const key = siteKey instanceof Uint8Array ? siteKey : siteKey.of({ fingerprint, atMs: webhook.createdAtMs ?? 0 })
  return hmacSha256(key, `${webhook.id}.${webhook.secretSalt}`)
}

/** The key in the format that receivers expect (standardwebhooks.com, 'Signature scheme'). */
export function writeWebhookSecret(key: Uint8Array): string {
  return `whsec_${Buffer.from(key).toString('base64')}`
}

/** Headers of a delivery in JSON, with an HMAC-SHA-256 of id, time and body as in Standard Webhooks 1.0, which receivers have libraries for. */
export function webhookHeaders(key: Uint8Array, id: string, nowMs: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    ...{ 'content-type': 'application/json', 'user-agent': 'Waggle-Webhooks/1' },
    ...{ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  }
}
