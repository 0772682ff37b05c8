import type { ChatMessage } from '@waggle/contract/chat/entities'
import { HandCoins, Megaphone, Pin, Reply, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { shownAmount } from '../../../lib/format/amount.ts'
import { formatChatTime } from '../../../lib/format/format.ts'
import { nameColour } from '../../../lib/name-colour.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { tipTexts } from '../../../texts/viewer/tip.ts'
import { RoleBadge } from '../../../ui/identity/role-badge.tsx'
import styles from './message.module.css'
import { mentions } from './message-parts.ts'
import { MessageText } from './message-text.tsx'

/** The actions on a message. An action that the reader may not use is absent. */
export interface RowActions {
  /** Opens the card of a user beside an element of the row. */
  openUser?: (username: string, at: Element) => void
  /** Goes to the message that this one replies to. */
  showOriginal?: (message: ChatMessage) => void
  reply?: (message: ChatMessage) => void
  pin?: (message: ChatMessage) => void
  remove?: (message: ChatMessage) => void
}

export const MessageRow = memo(function MessageRow({
  message,
  me,
  channel,
  actions,
  isPending = false,
  isHighlighted = false,
}: {
  message: Omit<ChatMessage, '_id'>
  me: string | null
  channel: string
  actions: RowActions
  isPending?: boolean
  /** The message that the reader jumped to. */
  isHighlighted?: boolean
}) {
  const { id, username, timestamp, kind, replyTo } = message
  const time = formatChatTime(timestamp)
  const isForMe = me !== null && username !== me && (replyTo?.username === me || mentions(message.message, me))
  const classes = [
    styles.row,
    isForMe && styles.forMe,
    isPending && styles.pending,
    isHighlighted && styles.highlighted,
    styles[kind],
  ]
  return (
    <article
      data-message={id}
      tabIndex={-1}
      className={classes.filter(Boolean).join(' ')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        event.preventDefault()
        actions.openUser?.(username, event.currentTarget)
      }}
    >
      {kind === 'announcement' && (
        <p className={styles.announcementLabel}>
          <Megaphone size={14} aria-hidden="true" />
          {chatTexts.announcement}
        </p>
      )}
      {replyTo && (
        <Original
          replyTo={replyTo}
          show={actions.showOriginal && (() => actions.showOriginal?.(message as ChatMessage))}
        />
      )}
      <p className={styles.line}>
        <time className={styles.time} dateTime={new Date(timestamp).toISOString()}>
          {time}
        </time>
        <RoleBadge isOwner={username === channel} isModerator={message.isModerator} />
        <Name message={message} openUser={actions.openUser} />
        {message.tip !== undefined && <TipAmount amount={message.tip} />}
        {kind === 'message' || kind === 'announcement' ? <span className={styles.colon}>: </span> : ' '}
        <bdi className={styles.text}>
          <MessageText message={message.message} me={me} />
        </bdi>
      </p>
      <Actions message={message as ChatMessage} time={time} actions={actions} />
    </article>
  )
})

function Original({ replyTo, show }: { replyTo: NonNullable<ChatMessage['replyTo']>; show: (() => void) | undefined }) {
  const { username, message } = replyTo
  const content = (
    <>
      <Reply size={12} aria-hidden="true" />
      <span className="visually-hidden">{chatTexts.replyToStart} </span>@{username}: <bdi>{message}</bdi>
    </>
  )
  if (!show) return <p className={styles.replyTo}>{content}</p>
  return (
    <button type="button" className={styles.replyTo} title={chatTexts.goToOriginal(username)} onClick={show}>
      {content}
    </button>
  )
}

function Name({
  message,
  openUser,
}: {
  message: Pick<ChatMessage, 'username' | 'isModerator'>
  openUser: RowActions['openUser']
}) {
  const { username, isModerator } = message
  const className = `${styles.name} ${isModerator ? styles.moderatorName : ''}`
  const style = { color: nameColour(username) }
  if (!openUser) {
    return (
      <strong className={className} style={style}>
        {username}
      </strong>
    )
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={className}
      style={style}
      onClick={({ currentTarget }) => openUser(username, currentTarget)}
    >
      {username}
    </button>
  )
}

function TipAmount({ amount }: { amount: string }) {
  return (
    <span className={styles.tipAmount}>
      {' '}
      {tipTexts.tipped}{' '}
      <strong>
        <HandCoins size={14} aria-hidden="true" />
        {shownAmount(amount)}
      </strong>
    </span>
  )
}

function Actions({ message, time, actions }: { message: ChatMessage; time: string; actions: RowActions }) {
  const { reply, pin, remove } = actions
  return (
    <div className={styles.actions}>
      {/* Where the reader wants no times in the messages, a mouse finds that of one. The style sheet writes it: it is no part of the text. */}
      <span className={styles.timeBeside} data-time={time} aria-hidden="true" />
      {reply && (
        <button
          type="button"
          aria-label={chatTexts.replyTo(message.username)}
          title={chatTexts.reply}
          onClick={() => reply(message)}
        >
          <Reply size={16} aria-hidden="true" />
        </button>
      )}
      {pin && (
        <button type="button" aria-label={chatTexts.pin} title={chatTexts.pin} onClick={() => pin(message)}>
          <Pin size={16} aria-hidden="true" />
        </button>
      )}
      {remove && (
        <button type="button" aria-label={chatTexts.delete} title={chatTexts.delete} onClick={() => remove(message)}>
          <Trash2 size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
