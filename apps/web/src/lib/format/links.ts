export interface Link {
  text: string
  address: string
}

/** What begins like a link, up to the next white space. */
export const linkPattern = String.raw`\bhttps?:\/\/[^\s<>"]+`
/** Punctuation after a link belongs to the sentence, not to the link. */
const trailingPunctuation = /[.,;:!?'*_~]+$/

/** Splits a text into links and what is between them. The texts of all parts together are the text. */
export function splitLinks(text: string): (string | Link)[] {
  const parts: (string | Link)[] = []
  let textFrom = 0
  for (const match of text.matchAll(new RegExp(linkPattern, 'giu'))) {
    const link = linkIn(match[0])
    if (!link) continue
    if (match.index > textFrom) parts.push(text.slice(textFrom, match.index))
    parts.push(link)
    textFrom = match.index + link.text.length
  }
  if (textFrom < text.length) parts.push(text.slice(textFrom))
  return parts
}

/** The link at the start of what matched `linkPattern`; undefined where it is not safe to open. */
export function linkIn(typed: string): Link | undefined {
  let text = typed.replace(trailingPunctuation, '')
  // A closing bracket belongs to the link only if the link contains its opening one: (see https://host/a_(b)).
  while (text.endsWith(')') && text.split(')').length > text.split('(').length) {
    text = text.slice(0, -1).replace(trailingPunctuation, '')
  }
  const address = safeAddress(text)
  return address === undefined ? undefined : { text, address }
}

/** Only http and https become links. Addresses with a username or password do not: they can imitate another host. */
function safeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isSafe = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return isSafe ? url.href : undefined
}
