import type { ChatMessage } from '@waggle/contract/chat/entities'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatChatTime, formatDateTime } from '../../../lib/format/format.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { userMessagesTexts as texts } from '../../../texts/chat/user-messages.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { MoreButton } from '../../../ui/forms/more-button.tsx'
import { MessageText } from '../messages/message-text.tsx'
import { useUserMessages } from './use-user-messages.ts'
import styles from './user-messages.module.css'

/** What a user wrote in the channel, for those who moderate it (rule MOD-12). The list scrolls from its end. */
export function UserMessages({
  channel,
  username,
  loaded,
  me,
  onDelete,
}: {
  channel: string
  username: string
  /** The messages of the user that the page has. */
  loaded: readonly ChatMessage[]
  me: string | null
  /** Resolves with whether it is deleted. */
  onDelete: (messageId: string) => Promise<boolean>
}) {
  const list = useRef<HTMLOListElement>(null)
  const [deletedId, setDeletedId] = useState<string>()
  const { messages, isFailed, retry, hasMore, isLoadingMore, loadMore } = useUserMessages(channel, username, loaded)
  if (!messages) return <Awaiting label={texts.loading} failure={isFailed ? texts.failed : null} onRetry={retry} />
  if (messages.length === 0) return <p className={styles.none}>{texts.none(username)}</p>
  return (
    <>
      <ol ref={list} className={styles.messages} tabIndex={-1}>
        {messages.toReversed().map(({ id, timestamp, message, deletedAt }) => (
          <li key={id} className={styles.message}>
            <time className={styles.time} dateTime={new Date(timestamp).toISOString()}>
              {timeText(timestamp)}
            </time>{' '}
            {deletedAt !== null && <span className={styles.deleted}>{texts.deleted}</span>}{' '}
            <span id={`written-${id}`}>
              <MessageText message={message} me={me} />
            </span>
            {deletedAt === null && (
              <button
                type="button"
                className={styles.delete}
                aria-label={chatTexts.delete}
                aria-describedby={`written-${id}`}
                data-tooltip={chatTexts.delete}
                disabled={deletedId === id}
                onClick={async () => {
                  setDeletedId(id)
                  if (await onDelete(id)) retry()
                  else setDeletedId(undefined)
                  // The button goes with what it deletes.
                  list.current?.focus({ preventScroll: true })
                }}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ol>
      {hasMore && <MoreButton isLoading={isLoadingMore} onClick={loadMore} text={texts.more} />}
    </>
  )
}

/** Of an earlier day with its date. */
function timeText(atMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date().toDateString()
  return isToday ? formatChatTime(atMs) : formatDateTime(atMs)
}
