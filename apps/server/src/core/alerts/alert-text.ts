import type { SiteLanguage } from '@waggle/contract/site/settings'
import type { Alert } from '@waggle/contract/site-health/alerts'
import type { AlertMessage } from '../../db/site-health/alert-messages.ts'
import { alertSentence, alertTexts } from './alert-sentences.ts'

const maxListed = 20
const maxSubject = 120

interface Place {
  siteUrl: string
  language: SiteLanguage
}

/** A message as a mail. */
export function mailOf(
  { raised, cleared }: AlertMessage,
  { siteUrl, language }: Place,
): { subject: string; text: string } {
  const texts = alertTexts[language]
  const host = new URL(siteUrl).host
  const [first] = [...raised, ...cleared]
  const count = raised.length + cleared.length
  const what = first && `${raised.length > 0 ? '' : texts.wellAgain}${alertSentence(first, language)}`
  const subject = `[${host}] ${what ?? ''}${count > 1 ? ` (${texts.more(count - 1)})` : ''}`
  const sections = [section(texts.needsYou, raised, language), section(texts.isWell, cleared, language)].filter(Boolean)
  const text = [...sections, texts.whatToDo(`${siteUrl}/operate`)].join('\n\n')
  return { subject: subject.slice(0, maxSubject), text: `${text}\n` }
}

/** A message as the data of a webhook. */
export function webhookDataOf(
  { raised, cleared }: AlertMessage,
  { siteUrl, language }: Place,
): Record<string, unknown> {
  const list = (alerts: readonly Alert[]) =>
    alerts.slice(0, maxListed).map((alert) => ({ ...alert, text: alertSentence(alert, language) }))
  return {
    site: siteUrl,
    language,
    raised: list(raised),
    cleared: list(cleared),
    more: Math.max(0, raised.length - maxListed) + Math.max(0, cleared.length - maxListed),
  }
}

function section(title: string, alerts: readonly Alert[], language: SiteLanguage): string {
  if (alerts.length === 0) return ''
  const listed = alerts.slice(0, maxListed).map((alert) => `- ${alertSentence(alert, language)}`)
  const more = alerts.length > maxListed ? [`- ${alertTexts[language].more(alerts.length - maxListed)}`] : []
  return [`${title}:`, ...listed, ...more].join('\n')
}
