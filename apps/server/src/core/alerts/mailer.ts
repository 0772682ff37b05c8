import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../config/alerts.ts'

export interface Mailer {
  /** Resolves when the server has taken the mail for every address. */
  send(mail: { siteName: string; to: readonly string[]; subject: string; text: string }): Promise<void>
}

const timeoutMs = 20_000

/** Mail by the site's SMTP server. Plain text only. */
export function createMailer({ smtpUrl, requiresTls, from }: MailSettings): Mailer {
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: requiresTls,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    // What is sent is text of ours: nothing of it may name a file or an address to be read.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  return {
    async send({ siteName, to, subject, text }) {
      const { rejected } = await transport.sendMail({
        from: { name: siteName, address: from },
        to: [...to],
        subject,
        text,
        headers: { 'auto-submitted': 'auto-generated' },
      })
      if (rejected.length > 0) throw new Error('the mail server refused a recipient')
    },
  }
}
