import type { ChatMessage } from '@waggle/contract/chat/entities'
import { formatChatTime, formatDateTime } from '../../../lib/format/format.ts'
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
}: {
  channel: string
  username: string
  /** The messages of the user that the page has. */
  loaded: readonly ChatMessage[]
  me: string | null
}) {
  const { messages, isFailed, retry, hasMore, isLoadingMore, loadMore } = useUserMessages(channel, username, loaded)
  if (!messages) return <Awaiting label={texts.loading} failure={isFailed ? texts.failed : null} onRetry={retry} />
  if (messages.length === 0) return <p className={styles.none}>{texts.none(username)}</p>
  return (
    <>
      <ol className={styles.messages}>
        {messages.toReversed().map(({ id, timestamp, message, deletedAt }) => (
          <li key={id} className={styles.message}>
            <time className={styles.time} dateTime={new Date(timestamp).toISOString()}>
              {timeText(timestamp)}
            </time>{' '}
            {deletedAt !== null && <span className={styles.deleted}>{texts.deleted}</span>}{' '}
            <MessageText message={message} me={me} />
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
