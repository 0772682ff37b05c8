import type { SiteLanguage } from '../site/settings.ts'

/** What the site tells a browser that a channel is live, as JSON. Everybody else on the way sees it encrypted (RFC 8291). */
export interface PushMessage {
  title: string
  /** The title of the broadcast; empty where it has none. */
  body: string
  channel: string
  /** The channel's page. */
  path: string
  /** The picture of the account. */
  icon: string
  /** The same for all messages about a broadcast: the browser shows one. */
  tag: string
}

/** The title of an alert. */
export const liveSentence: Record<SiteLanguage, (username: string) => string> = {
  en: (username) => `@${username} is live`,
  es: (username) => `@${username} está en vivo`,
}
