import type { ChatMessage } from '@waggle/contract/chat/entities'

/** A panel that is open for days keeps this many messages; older ones are fetched again when scrolled to. */
export const keptMessages = 1000
/** Dropping the oldest in lots keeps the list from moving at every message. */
const lot = 200
/** What somebody reads further up is not taken away, up to this. */
export const keptWhileReading = 3000

/**
 * Adds messages to those that are shown, oldest first. Duplicates are dropped: the same id, or the same time, writer and text
 * (spec section 5). Returns the list itself when nothing is new.
 */
export function addMessages(shown: readonly ChatMessage[], added: readonly ChatMessage[]): readonly ChatMessage[] {
  const ids = new Set(shown.map(({ id }) => id))
  const contents = new Set(shown.map(contentOf))
  const fresh: ChatMessage[] = []
  for (const message of added) {
    if (ids.has(message.id) || contents.has(contentOf(message))) continue
    ids.add(message.id)
    contents.add(contentOf(message))
    fresh.push(message)
  }
  if (fresh.length === 0) return shown
  const all = [...shown, ...fresh]
  // Ids sort by time as texts (the contract, `chatMessageId`). News come in order nearly always.
  const isInOrder = all.every((message, index) => index === 0 || (all[index - 1]?.id ?? '') < message.id)
  return isInOrder ? all : all.sort(byId)
}

/** Drops the oldest beyond what is kept. */
export function capMessages(messages: readonly ChatMessage[], isReading: boolean): readonly ChatMessage[] {
  if (isReading) return messages.length > keptWhileReading + lot ? messages.slice(-keptWhileReading) : messages
  return messages.length > keptMessages + lot ? messages.slice(-keptMessages) : messages
}

/**
 * What the server's newest page says of the messages known before it was asked for: within the page's reach, those that are
 * not in it were deleted meanwhile.
 */
export function withoutDeleted(
  known: readonly ChatMessage[],
  page: { messages: readonly ChatMessage[]; hasMore: boolean },
): readonly ChatMessage[] {
  const oldest = page.hasMore ? (page.messages[0]?.id ?? '') : ''
  const present = new Set(page.messages.map(({ id }) => id))
  return known.filter(({ id }) => id < oldest || present.has(id))
}

/** Drops messages, and what replies to them show of them. */
export function withoutIds(messages: readonly ChatMessage[], gone: ReadonlySet<string>): readonly ChatMessage[] {
  const isConcerned = ({ id, replyTo }: ChatMessage) => gone.has(id) || (replyTo !== null && gone.has(replyTo.id))
  if (!messages.some(isConcerned)) return messages
  return messages
    .filter(({ id }) => !gone.has(id))
    .map((message) => (isConcerned(message) ? { ...message, replyTo: null } : message))
}

function contentOf({ timestamp, username, message }: ChatMessage): string {
  return `${timestamp} ${username} ${message}`
}

function byId(one: ChatMessage, other: ChatMessage): number {
  return one.id < other.id ? -1 : 1
}
