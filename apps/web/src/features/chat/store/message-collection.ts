import type { ChatMessage } from '@waggle/contract/chat/entities'

/** A panel that is open for days keeps this many messages. Older ones are fetched again when the reader scrolls to them. */
export const maxMessages = 1000
/** While the reader is scrolled up, messages are kept up to this number. */
export const maxMessagesWhileReading = 3000
/** The oldest messages are dropped in batches, so that the list does not move with every message. */
const dropBatchSize = 200

/**
 * Adds messages to the shown ones, oldest first. Duplicates are dropped: the same id, or the same time, username and text (rule
 * CHAT-6). Returns `shown` itself when nothing is new.
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
  // Ids sort by time as strings (`chatMessageId` of the contract). New messages nearly always arrive in order.
  const isInOrder = all.every((message, index) => index === 0 || (all[index - 1]?.id ?? '') < message.id)
  return isInOrder ? all : all.sort(byId)
}

/** Drops the oldest messages beyond the maximum. */
export function capMessages(messages: readonly ChatMessage[], isReading: boolean): readonly ChatMessage[] {
  const max = isReading ? maxMessagesWhileReading : maxMessages
  return messages.length > max + dropBatchSize ? messages.slice(-max) : messages
}

/**
 * Drops the messages that were deleted, given the server's newest page and the messages known before it was requested. A known
 * message from the time that the page covers has been deleted if the page lacks it.
 */
export function withoutDeleted(
  known: readonly ChatMessage[],
  page: { messages: readonly ChatMessage[]; hasMore: boolean },
): readonly ChatMessage[] {
  const oldest = page.hasMore ? (page.messages[0]?.id ?? '') : ''
  const present = new Set(page.messages.map(({ id }) => id))
  return known.filter(({ id }) => id < oldest || present.has(id))
}

/** Drops messages, and the quotes of them in replies. */
export function withoutMessages(
  messages: readonly ChatMessage[],
  isDropped: (message: Pick<ChatMessage, 'id' | 'username'>) => boolean,
): readonly ChatMessage[] {
  const quotesDropped = ({ replyTo }: ChatMessage) => replyTo !== null && isDropped(replyTo)
  if (!messages.some((message) => isDropped(message) || quotesDropped(message))) return messages
  return messages
    .filter((message) => !isDropped(message))
    .map((message) => (quotesDropped(message) ? { ...message, replyTo: null } : message))
}

function contentOf({ timestamp, username, message }: ChatMessage): string {
  return `${timestamp} ${username} ${message}`
}

function byId(one: ChatMessage, other: ChatMessage): number {
  return one.id < other.id ? -1 : 1
}
