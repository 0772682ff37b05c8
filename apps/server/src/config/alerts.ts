import { ConfigError } from '../lib/startup/config-error.ts'
import type { AlertLanguage, Environment } from './environment.ts'
import { isLoopback } from './hosts.ts'

/** Where operators are told of what needs them, besides the page. */
export interface AlertSettings {
  /** The secret is one of Standard Webhooks: `whsec_` and base64. */
  webhook: { url: string; secret: string } | undefined
  mail: MailSettings | undefined
  language: AlertLanguage
}

export interface MailSettings {
  /** With user name and password, if the server wants them. */
  smtpUrl: string
  /** Refuse to send a password without TLS. */
  requiresTls: boolean
  from: string
  to: string[]
}

type AlertEnvironment = Pick<
  Environment,
  'alertWebhook' | 'alertWebhookSecret' | 'alertMail' | 'alertLanguage' | 'smtpUrl' | 'mailFrom' | 'chain'
>

/** One that mail servers accept, without a name: `ops@example.com`. */
const mailAddress = /^[^\s@<>",;:]{1,64}@[A-Za-z0-9.-]{1,253}$/
/** Standard Webhooks 1.0: 24 to 64 bytes. */
const secretBytes = { min: 24, max: 64 }

/** Throws ConfigError when they do not fit together. No sentence has a secret or an address with one. */
export function toAlerts(env: AlertEnvironment, publicUrl: string): AlertSettings {
  return { webhook: toWebhook(env), mail: toMail(env, publicUrl), language: env.alertLanguage }
}

function toWebhook({ alertWebhook: url, alertWebhookSecret: secret, chain }: AlertEnvironment) {
  if (!url) {
    if (secret)
      throw new ConfigError('WAGGLE_ALERT_WEBHOOK_SECRET is set, but WAGGLE_ALERT_WEBHOOK is not: set it too.')
    return undefined
  }
  if (url.protocol === 'http:' && !(chain === 'sandbox' && isLoopback(url.hostname))) {
    throw new ConfigError(
      'WAGGLE_ALERT_WEBHOOK must begin with https:// (http only on this machine, on the sandbox chain).',
    )
  }
  if (url.username || url.password || url.hash) {
    throw new ConfigError("WAGGLE_ALERT_WEBHOOK must not carry a user name, a password or a '#'.")
  }
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret ?? '') ?? []
  const bytes = Buffer.from(base64, 'base64').length
  if (!secret || bytes < secretBytes.min || bytes > secretBytes.max) {
    throw new ConfigError(
      "WAGGLE_ALERT_WEBHOOK_SECRET must be 'whsec_' and 24 to 64 bytes in base64, which sign the alerts: make them with `openssl rand -base64 32`.",
    )
  }
  return { url: url.href, secret }
}

function toMail({ smtpUrl: url, mailFrom, alertMail: to }: AlertEnvironment, publicUrl: string) {
  const useless = to.length > 0 ? 'WAGGLE_ALERT_MAIL' : mailFrom ? 'WAGGLE_MAIL_FROM' : undefined
  if (!url) {
    if (useless) throw new ConfigError(`${useless} is set, but WAGGLE_SMTP_URL is not: set it too, or remove it.`)
    return undefined
  }
  const from = mailFrom ?? `waggle@${new URL(publicUrl).hostname}`
  for (const [name, address] of [['WAGGLE_MAIL_FROM', from], ...to.map((one) => ['WAGGLE_ALERT_MAIL', one])]) {
    if (!mailAddress.test(address ?? '')) {
      throw new ConfigError(`${name} has '${address}': give an address such as ops@example.com.`)
    }
  }
  if (url.pathname.length > 1 || url.search || url.hash || !url.hostname) {
    throw new ConfigError('WAGGLE_SMTP_URL has more than a server: use smtps://user:password@mail.example.com:465.')
  }
  return { smtpUrl: url.href, requiresTls: Boolean(url.password) && !isLoopback(url.hostname), from, to }
}
