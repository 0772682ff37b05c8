import { isUsername } from '@waggle/contract/names'
import { linkIn, linkPattern } from '../../../lib/format/links.ts'
import { emoteOf } from '../emotes/emotes.ts'

type MessagePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; address: string }
  | { kind: 'mention'; text: string; username: string }
  | { kind: 'emote'; text: string; name: string }

const special = new RegExp(
  String.raw`(?<link>${linkPattern})|(?<![\p{L}\p{N}_.@/-])@(?<mention>[a-z][a-z0-9.-]{1,15})|:(?<emote>[a-z0-9_+-]{1,32}):`,
  'giu',
)

/** Splits a message into parts that are shown differently. The texts of all parts together are the message. */
export function splitMessage(message: string): MessagePart[] {
  const parts: MessagePart[] = []
  let textFrom = 0
  special.lastIndex = 0
  for (let match = special.exec(message); match; match = special.exec(message)) {
    const part = toPart(match)
    if (!part) {
      // The colon that ends a false match may begin an emote: `10:20:smile:`.
      special.lastIndex = match.index + 1
      continue
    }
    if (match.index > textFrom) parts.push({ kind: 'text', text: message.slice(textFrom, match.index) })
    parts.push(part)
    textFrom = match.index + part.text.length
    special.lastIndex = textFrom
  }
  if (textFrom < message.length) parts.push({ kind: 'text', text: message.slice(textFrom) })
  return parts
}

export function mentions(message: string, username: string): boolean {
  return splitMessage(message).some((part) => part.kind === 'mention' && part.username === username)
}

function toPart({ groups = {} }: RegExpExecArray): MessagePart | undefined {
  if (groups.link !== undefined) return linkPart(groups.link)
  if (groups.mention !== undefined) {
    const typed = groups.mention.replace(/[.-]+$/, '')
    const username = typed.toLowerCase()
    return isUsername(username) ? { kind: 'mention', text: `@${typed}`, username } : undefined
  }
  const name = groups.emote ?? ''
  return emoteOf(name.toLowerCase()) === undefined
    ? undefined
    : { kind: 'emote', text: `:${name}:`, name: name.toLowerCase() }
}

function linkPart(typed: string): MessagePart | undefined {
  const link = linkIn(typed)
  return link && { kind: 'link', ...link }
}
