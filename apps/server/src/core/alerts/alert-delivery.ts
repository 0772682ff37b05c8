import type { MessageRow } from '../../db/site-health/alert-messages.ts'
import type { CoreContext } from '../context.ts'
import { identityOf } from '../identity/identity.ts'
import { type ConnectPolicy, connectPolicy, postGuarded } from '../outgoing/guarded-request.ts'
import { webhookBody } from '../webhooks/webhook-outbox.ts'
import { webhookHeaders } from '../webhooks/webhook-signature.ts'
import { mailOf, webhookDataOf } from './alert-text.ts'
import { createMailer } from './mailer.ts'

export type Delivery = Pick<MessageRow, 'id' | 'target' | 'message'>

/** Sends a message to its target once. Resolves with why it could not be sent, or null. */
export type DeliverAlert = (delivery: Delivery) => Promise<string | null>

export function createAlertDelivery(
  { config, addresses, now, settings }: Pick<CoreContext, 'config' | 'addresses' | 'now' | 'settings'>,
  policy: ConnectPolicy = connectPolicy(config.hive.chain === 'sandbox' ? 'loopback' : 'public'),
): DeliverAlert {
  const { webhook, mail } = config.alerts
  const mailer = mail && createMailer(mail)

  return async ({ id, target, message }) => {
    const identity = identityOf({ settings })
    const { language: chosen } = config.alerts
    const language = chosen === 'site' ? (identity.languages[0] ?? 'en') : chosen
    const place = { siteUrl: addresses().publicUrl, language }
    if (target === 'webhook') {
      if (!webhook) return 'switched off'
      const body = webhookBody('site.alert', now(), webhookDataOf(message, place))
      const headers = webhookHeaders(Buffer.from(webhook.secret.replace('whsec_', ''), 'base64'), id, now(), body)
      const { status, problem } = await postGuarded(webhook.url, { headers, body }, policy)
      return problem === 'refused' ? `answered ${status}` : problem
    }
    if (!mail || !mailer) return 'switched off'
    try {
      await mailer.send({ siteName: identity.name, to: mail.to, ...mailOf(message, place) })
      return null
    } catch (error) {
      // The text of a mail server may repeat what it was told; the kind of the error says enough.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      return [code ?? 'failed', responseCode].filter(Boolean).join(' ')
    }
  }
}
