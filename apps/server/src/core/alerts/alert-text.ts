import type { Alert } from '@waggle/contract/site-health/alerts'
import type { AlertMessage } from '../../db/site-health/alert-messages.ts'
import { alertSentence } from './alert-sentences.ts'

const maxListed = 20
const maxSubject = 120

/** A message as a mail. */
export function mailOf({ raised, cleared }: AlertMessage, siteUrl: string): { subject: string; text: string } {
  const host = new URL(siteUrl).host
  const [first] = [...raised, ...cleared]
  const count = raised.length + cleared.length
  const what = first === undefined ? '' : `${raised.length > 0 ? '' : 'Well again: '}${alertSentence(first)}`
  const subject = `[${host}] ${what}${count > 1 ? ` (and ${count - 1} more)` : ''}`
  const sections = [section('Needs you', raised), section('Is well again', cleared)].filter(Boolean)
  const text = [...sections, `What to do: ${siteUrl}/operate, and docs/operations.md.`].join('\n\n')
  return { subject: subject.slice(0, maxSubject), text: `${text}\n` }
}

/** A message as the data of a webhook. */
export function webhookDataOf({ raised, cleared }: AlertMessage, siteUrl: string): Record<string, unknown> {
  const list = (alerts: readonly Alert[]) =>
    alerts.slice(0, maxListed).map((alert) => ({ ...alert, text: alertSentence(alert) }))
  return {
    site: siteUrl,
    raised: list(raised),
    cleared: list(cleared),
    more: Math.max(0, raised.length - maxListed) + Math.max(0, cleared.length - maxListed),
  }
}

function section(title: string, alerts: readonly Alert[]): string {
  if (alerts.length === 0) return ''
  const listed = alerts.slice(0, maxListed).map((alert) => `- ${alertSentence(alert)}`)
  const more = alerts.length > maxListed ? [`- and ${alerts.length - maxListed} more`] : []
  return [`${title}:`, ...listed, ...more].join('\n')
}
