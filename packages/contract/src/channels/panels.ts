import { cleanLine, cleanLines, lengthOf } from '../clean-text.ts'

/** Apart from the other limits, because only the owner's form needs them. */
export const panelLimits = {
  panelsMax: 8,
  panelTitleMaxLength: 60,
  panelTextMaxLength: 600,
  panelLinkMaxLength: 500,
} as const

/** What a channel says about itself below the player (rule WATCH-7). */
export interface ChannelPanel {
  title: string
  /** With line breaks; empty where there is none. */
  text: string
  /** An address that begins with https://. */
  link: string | null
}

/** The field of a panel that cannot be stored as it was written. */
export type PanelMistake = 'title' | 'text' | 'link'

/** The panel as it is stored: trimmed, without what cannot be seen. Or the first field with a mistake (rule SETTINGS-7). */
export function checkPanel(written: ChannelPanel): ChannelPanel | PanelMistake {
  const title = cleanLine(written.title)
  const text = cleanLines(written.text)
  const typedLink = written.link?.trim()
  const link = typedLink ? safeLink(typedLink) : null
  if (title === '' || lengthOf(title) > panelLimits.panelTitleMaxLength) return 'title'
  if (lengthOf(text) > panelLimits.panelTextMaxLength) return 'text'
  if (link === undefined || lengthOf(link ?? '') > panelLimits.panelLinkMaxLength) return 'link'
  return { title, text, link }
}

/** The address as browsers write it. One with a username or password is refused: it can imitate another site. */
function safeLink(typed: string): string | undefined {
  if (!URL.canParse(typed)) return undefined
  const { protocol, username, password, href } = new URL(typed)
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}
