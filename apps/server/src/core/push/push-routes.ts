import { createHash } from 'node:crypto'
import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { deleteSubscriptions, saveSubscription } from '../../db/push/push-subscriptions.ts'
import { limitCalls, limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { isBrowserKey } from './encrypt-push.ts'
import { pushServiceOf } from './push-address.ts'
import { vapidKeyOf } from './vapid.ts'

/** A press on the button of each channel that one likes, and those of a school behind one address (rule LIMIT-3). */
const addressLimit: Limit = { name: 'push-address', points: 300, perSeconds: 3600 }
/** Nobody fills the site at once, and a channel's many viewers get in. */
const newLimit: Limit = { name: 'push-new', points: 5000, perSeconds: 3600 }

/** Alerts that reach a browser while the site is closed (rule ALERT-1). */
export function pushRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, secrets } = context

  route(app, context, 'getPushKey', async () => ({
    publicKey: isPushOn(context) ? vapidKeyOf(secrets.push.current).publicKey : null,
  }))

  route(app, context, 'savePushSubscription', async ({ body, request }) => {
    const { channels, publicKey, ...browser } = body
    await limitCallsByAddress(context, addressLimit, request)
    const id = createHash('sha256').update(browser.endpoint).digest('hex')
    // Also once the site sends none any more.
    if (channels.length === 0) {
      await deleteSubscriptions(db, [id])
      return { success: true as const }
    }
    if (!isPushOn(context)) throw new Refusal('push_off')
    const service = pushServiceOf(browser.endpoint, context.config.push)
    if (service === undefined) throw new Refusal('push_address_refused')
    if (!isBrowserKey(browser.p256dh)) throw new Refusal('invalid_request')
    const keyFingerprint = fingerprintOfKey(secrets, publicKey)
    if (keyFingerprint === undefined) throw new Refusal('push_key_unknown')
    const isSaved = await saveSubscription(db, { ...browser, id, service, keyFingerprint }, channels, {
      nowMs: context.now(),
      max: limits.pushSubscriptionsMax,
      mayAdd: () => limitCalls(context, newLimit, 'all'),
    })
    if (!isSaved) throw new Refusal('push_full')
    return { success: true as const }
  })
}

/** Titles of a private site must not reach people who have left it. */
export function isPushOn({ config, entrance }: Pick<CoreContext, 'config' | 'entrance'>): boolean {
  return config.push !== 'off' && !entrance.isPrivate
}

/** Which master key the key of the site that a browser has subscribed with was made from. */
function fingerprintOfKey(secrets: Secrets, publicKey: string): string | undefined {
  return [secrets.fingerprint, ...secrets.previousFingerprints].find(
    (fingerprint) => vapidKeyOf(secrets.push.of({ fingerprint, atMs: 0 })).publicKey === publicKey,
  )
}
