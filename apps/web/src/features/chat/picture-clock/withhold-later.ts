import type { ChatMessage } from '@waggle/contract/chat/entities'

/**
 * The messages that had been written at the moment that the picture shows, and the reader's own. A message is never older than the picture
 * that its writer saw, so none gives away what the reader has not seen.
 */
export function withholdLater(
  messages: readonly ChatMessage[],
  { shownMs, me }: { shownMs: number; me: string | null },
): readonly ChatMessage[] {
  const isSeen = ({ timestamp, username }: ChatMessage) => timestamp <= shownMs || username === me
  return messages.every(isSeen) ? messages : messages.filter(isSeen)
}
