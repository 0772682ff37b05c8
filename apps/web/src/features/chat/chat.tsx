import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Channel } from '@waggle/contract/endpoints'
import { PinOff, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { chatTexts } from '../../texts/viewer/chat.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './chat.module.css'
import { ChatHeader } from './chat-header.tsx'
import { useDraft } from './composer/use-draft.ts'
import { Writing } from './composer/writing.tsx'
import { Announcer } from './messages/announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { MessageRow, type RowActions } from './messages/message-row.tsx'
import { MessageText } from './messages/message-text.tsx'
import type { ActionOutcome } from './moderation-actions.ts'
import { UserCard } from './people/user-card.tsx'
import { type ChatView, useChat } from './use-chat.ts'

export type ChatForm =
  /** Beside a player. */
  | 'panel'
  /** The whole window. */
  | 'page'
  /** In a page of another site, where nothing can be done in anybody's name: that page could hide what is pressed. */
  | 'embedded'
  /** Nothing but the messages, over a picture. */
  | 'overlay'

/** The chat of a channel (spec section 2, 'Chat panel'). */
export function Chat({
  channel,
  form,
  renderFollow,
  onChannelChanged,
}: {
  channel: string
  form: ChatForm
  /** Follows a writer from the card: another feature's, and so the route's to give. */
  renderFollow: (username: string) => ReactNode
  /** Hears of a new title and the like; the one given first is kept. */
  onChannelChanged?: (channel: Channel) => void
}) {
  const isReadOnly = form === 'embedded' || form === 'overlay'
  const chat = useChat(channel, isReadOnly, onChannelChanged)
  const draft = useDraft()
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null)
  const [openUser, setOpenUser] = useState<string>()
  const [target, setTarget] = useState<{ id: string }>()
  const { state, store, me } = chat
  const actionsFor = useRowActions(chat, { onReply: setReplyTo, onUser: setOpenUser, onTarget: setTarget, form })
  const onReading = useCallback((isReading: boolean) => store.setReading(isReading), [store])
  const onLoadOlder = useCallback(() => void store.loadOlder(), [store])

  const list = (
    <MessageList
      messages={state.messages}
      me={me}
      channel={channel}
      actionsFor={actionsFor}
      onReading={onReading}
      onLoadOlder={onLoadOlder}
      target={target}
    />
  )
  if (form === 'overlay') return <div className={`${styles.chat} ${styles.overlay}`}>{list}</div>

  return (
    <section className={styles.chat} aria-label={chatTexts.chat}>
      <ChatHeader chat={chat} level={form === 'panel' ? 2 : 1} hasPopOut={form === 'panel'} />
      {state.connection === 'disconnected' && (
        <p className={styles.disconnected} role="alert">
          <TriangleAlert size={16} aria-hidden="true" />
          {sentences.chat.disconnected}
        </p>
      )}
      {state.problem && (
        <div className={styles.problem} role="alert">
          <span>{state.problem}</span>
          <IconButton label={chatTexts.dismiss} onClick={store.dismissProblem}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <Pinned chat={chat} />
      {state.phase === 'loaded' && state.messages.length > 0 && list}
      {state.phase === 'loaded' && state.messages.length === 0 && <p className={styles.empty}>{chatTexts.empty}</p>}
      {state.phase === 'loading' && (
        <div className={styles.empty}>
          <Spinner label={chatTexts.loading} />
        </div>
      )}
      {state.phase === 'failed' && (
        <div className={styles.empty} role="alert">
          <p>{sentences.chat.loadFailed}</p>
          <Button onClick={store.reload}>{chatTexts.retry}</Button>
        </div>
      )}
      {state.phase === 'loaded' && <Announcer messages={state.messages} me={me} />}
      <Pending chat={chat} />
      <Writing
        chat={chat}
        draft={draft}
        replyTo={replyTo}
        onReplied={() => setReplyTo(null)}
        isEmbedded={form === 'embedded'}
      />
      {openUser !== undefined && (
        <UserCard
          username={openUser}
          chat={chat}
          follow={renderFollow(openUser)}
          onMention={(username) => draft.insert(`@${username} `)}
          onClose={() => setOpenUser(undefined)}
        />
      )}
    </section>
  )
}

function Pinned({ chat }: { chat: ChatView }) {
  const pinned = chat.state.config?.pinned
  if (!pinned) return null
  return (
    <aside className={styles.pinned} aria-label={chatTexts.pinned}>
      <p>
        <strong>{pinned.username}</strong>:{' '}
        <bdi>
          <MessageText message={pinned.message} me={chat.me} />
        </bdi>
      </p>
      {chat.isModerating && (
        <IconButton label={chatTexts.unpin} onClick={() => void chat.actions.pin(null).then(report)}>
          <PinOff size={16} aria-hidden="true" />
        </IconButton>
      )}
    </aside>
  )
}

/** What was sent, until it is known to be stored. */
function Pending({ chat: { state, channel, me, role } }: { chat: ChatView }) {
  const { pending } = state
  if (!pending || pending.isInList || me === null) return null
  const isAction = /^\/me\s/i.test(pending.text)
  const message = {
    id: pending.key,
    channel,
    username: me,
    message: isAction ? pending.text.replace(/^\/me\s+/i, '') : pending.text,
    timestamp: Date.now(),
    role,
    isModerator: role !== 'user',
    kind: isAction ? ('action' as const) : ('message' as const),
    replyTo: pending.replyTo,
  }
  return (
    <div className={styles.pending}>
      <MessageRow message={message} me={me} channel={channel} actions={{}} isPending />
    </div>
  )
}

/** One object for each set of rights, so that rows whose rights did not change are not drawn again. */
function useRowActions(
  { store, actions, me, isModerating, channel }: ChatView,
  {
    onReply,
    onUser,
    onTarget,
    form,
  }: {
    onReply: (message: ChatMessage) => void
    onUser: (username: string) => void
    onTarget: (target: { id: string }) => void
    form: ChatForm
  },
): (message: ChatMessage) => RowActions {
  return useMemo(() => {
    const showAnswered = async ({ replyTo }: ChatMessage) => {
      if (!replyTo) return
      if (await store.reach(replyTo.id)) onTarget({ id: replyTo.id })
      else toast(chatTexts.answeredGone, 'error')
    }
    const readers: RowActions = {
      ...(form !== 'overlay' && { showAnswered }),
      ...(form !== 'overlay' && form !== 'embedded' && { openUser: onUser }),
    }
    if (me === null) return () => readers
    const remove = ({ id }: ChatMessage) => void actions.deleteMessage(id).then(report)
    const pin = ({ id }: ChatMessage) => void actions.pin(id).then(report)
    const writers: RowActions = { ...readers, reply: onReply }
    const own: RowActions = { ...writers, remove, ...(isModerating && { pin }) }
    const moderators: RowActions = { ...writers, remove, pin }
    // The owner's messages are the owner's alone to delete.
    const ofOwner: RowActions = { ...writers, pin }
    return ({ username }: ChatMessage) => {
      if (username === me) return own
      if (!isModerating) return writers
      return username === channel ? ofOwner : moderators
    }
  }, [store, actions, me, isModerating, channel, onReply, onUser, onTarget, form])
}

function report({ ok, message }: ActionOutcome): void {
  if (message !== '') toast(message, ok ? 'success' : 'error')
}
