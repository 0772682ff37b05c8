import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Channel } from '@waggle/contract/endpoints'
import { MessagesSquare, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { chatTexts } from '../../texts/chat/chat.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './chat.module.css'
import { ChatHeader } from './chat-header.tsx'
import type { ChatVariant } from './chat-variant.ts'
import { type ChannelFollow, ComposerArea } from './composer/composer-area.tsx'
import { useDraft } from './composer/use-draft.ts'
import { Announcer } from './messages/announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { MessageRow, type RowActions } from './messages/message-row.tsx'
import { TipSweep } from './messages/tip-sweep.tsx'
import { useUnhidden } from './people/use-unhidden.ts'
import { UserCard } from './people/user-card.tsx'
import { ClockChoice } from './picture-clock/clock-choice.tsx'
import { PictureChat } from './picture-clock/picture-chat.tsx'
import { usePictureClock } from './picture-clock/use-picture-clock.ts'
import { useTimelyMessages } from './picture-clock/use-timely-messages.ts'
import { PinnedMessage } from './pinned-message.tsx'
import { chatPreferences } from './preferences/chat-preferences.ts'
import reading from './preferences/reading.module.css'
import { type ChatView, useChat } from './use-chat.ts'

/** Fewer fill no list. */
const fewMessages = 20
/** Where the reader has hidden nearly all that was written, no more than this is loaded to find the rest. */
const searchedMessages = 300

/** The chat of a channel (rule CHAT-1). It takes exactly the size that its place gives it, and scrolls inside. */
export function Chat({
  channel,
  variant,
  renderActions,
  renderMoreActions,
  follow,
  emptyNote,
  headerActions,
  isOfNow = false,
  composerPlace,
  onChannelChanged,
}: {
  channel: string
  variant: ChatVariant
  /** The follow button on a user's card. The route passes it in, because it belongs to another feature. */
  renderActions: (username: string) => ReactNode
  /** What few readers need, which stands after the others. */
  renderMoreActions?: (username: string, messageId: string | undefined) => ReactNode
  /** Whether the user follows the channel: where only followers may write, the others are offered to. */
  follow?: ChannelFollow
  /** What an empty chat says below its own sentence. */
  emptyNote?: string | undefined
  /** The chat of now, whatever picture is beside it: also beside a replay. */
  isOfNow?: boolean
  /** More buttons for the end of the header. */
  headerActions?: ReactNode
  /** Where the composer stands instead, with what was typed: below another list of the same messages. */
  composerPlace?: HTMLElement | null
  /** Called when the channel's settings change, such as its title. Only the callback of the first render is used. */
  onChannelChanged?: (channel: Channel) => void
}) {
  const isReadOnly = variant === 'embedded' || variant === 'overlay'
  const chat = useChat(channel, isReadOnly, onChannelChanged)
  const draft = useDraft()
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null)
  const [card, setCard] = useState<CardPlace>()
  const cardAnchor = useRef<HTMLSpanElement>(null)
  const section = useRef<HTMLElement>(null)
  const composer = useRef<HTMLDivElement>(null)
  const { textSize, hasTimestamps, isWithPicture } = useStore(chatPreferences)
  const clock = usePictureClock(variant === 'panel' && !isOfNow)
  const [target, setTarget] = useState<{ id: string }>()
  const { state, store, me } = chat
  const openCard = useCallback((username: string, at: Element) => {
    setCard(section.current ? placeOf(username, at, section.current) : undefined)
  }, [])
  const closeCard = useCallback(() => setCard(undefined), [])
  const actionsFor = useRowActions(chat, { onReply: setReplyTo, onUser: openCard, onTarget: setTarget, variant })
  const onReading = useCallback((isReading: boolean) => store.setReading(isReading), [store])
  const onLoadOlder = useCallback(() => void store.loadOlder(), [store])

  const unhidden = useUnhidden(state.messages, chat.isModerating)
  const loaded = state.messages.length
  const isThinned = unhidden.length < Math.min(loaded, fewMessages)
  useEffect(() => {
    // A list that does not scroll would never ask for older ones.
    if (isThinned && loaded < searchedMessages) void store.loadOlder()
  }, [isThinned, loaded, store])
  const messages = useTimelyMessages(unhidden, {
    isWithPicture: isWithPicture && !clock.isNow && !isOfNow,
    me,
  })
  const list = (
    <MessageList
      messages={messages}
      me={me}
      channel={channel}
      actionsFor={actionsFor}
      onReading={onReading}
      onLoadOlder={onLoadOlder}
      target={target}
    />
  )
  const problem = state.problem && (
    <div className={styles.problem} role="alert">
      <span>{state.problem}</span>
      <IconButton label={chatTexts.dismiss} onClick={store.dismissProblem}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
  const writing = (
    <div ref={composer} className={styles.composer}>
      {composerPlace && problem}
      <ComposerArea
        chat={chat}
        draft={draft}
        replyTo={replyTo}
        onReplyEnd={() => setReplyTo(null)}
        follow={follow}
        isEmbedded={variant === 'embedded'}
      />
    </div>
  )
  if (variant === 'overlay') return <div className={`${styles.chat} ${styles.overlay}`}>{list}</div>

  return (
    <section
      ref={section}
      className={`${styles.chat} ${reading.reading}`}
      aria-label={chatTexts.chat}
      data-text={textSize}
      data-times={hasTimestamps ? 'shown' : 'hidden'}
      data-card={card && ''}
      data-popover-column
    >
      <ChatHeader chat={chat} variant={variant} onUser={variant === 'embedded' ? undefined : openCard}>
        {headerActions}
      </ChatHeader>
      {state.connection === 'disconnected' && (
        <p className={styles.disconnected} role="alert">
          <TriangleAlert size={16} aria-hidden="true" />
          {sentences.chat.disconnected}
        </p>
      )}
      {!composerPlace && problem}
      {clock.isRewound && <ClockChoice isNow={clock.isNow} onChange={clock.setNow} />}
      {clock.isRewound && !clock.isNow ? (
        <PictureChat channel={channel} isModerating={chat.isModerating} />
      ) : (
        <>
          <PinnedMessage chat={chat} />
          {state.phase === 'loaded' && messages.length > 0 && list}
          {state.phase === 'loaded' && messages.length === 0 && (
            <div className={styles.empty}>
              <MessagesSquare size={34} aria-hidden="true" />
              <p>
                {chatTexts.empty} <span className={styles.invitation}>{chatTexts.sayHello}</span>
              </p>
              {emptyNote !== undefined && <p className={styles.emptyNote}>{emptyNote}</p>}
            </div>
          )}
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
          {state.phase === 'loaded' && <Announcer messages={messages} me={me} />}
          {state.phase === 'loaded' && <TipSweep messages={messages} />}
          <Pending chat={chat} />
          {composerPlace ? createPortal(writing, composerPlace) : writing}
        </>
      )}
      {card && (
        <>
          <span ref={cardAnchor} className={styles.cardAnchor} style={{ top: card.top, height: card.height }} />
          <UserCard
            key={card.username}
            username={card.username}
            anchor={cardAnchor}
            above={composer}
            chat={chat}
            actions={variant === 'embedded' ? null : renderActions(card.username)}
            moreActions={variant === 'embedded' ? null : renderMoreActions?.(card.username, card.messageId)}
            onMention={(username) => draft.insert(`@${username} `)}
            onClose={closeCard}
          />
        </>
      )}
    </section>
  )
}

/** Whose card is open, and beside which part of the chat. The message may move on: the card stays. */
interface CardPlace {
  username: string
  /** The message that it was opened from. */
  messageId: string | undefined
  top: number
  height: number
}

function placeOf(username: string, at: Element, section: HTMLElement): CardPlace {
  const { top, height } = at.getBoundingClientRect()
  const messageId = at.closest<HTMLElement>('[data-message]')?.dataset.message
  return { username, messageId, top: top - section.getBoundingClientRect().top, height }
}

/** The sent message, until the server confirms it or the room delivers it. */
function Pending({ chat: { state, channel, me, role } }: { chat: ChatView }) {
  const { pending } = state
  if (!pending || pending.isInList || me === null) return null
  const isAction = /^\/me\s/i.test(pending.text)
  const message = {
    id: pending.key,
    channel,
    username: me,
    message: isAction ? pending.text.replace(/^\/me\s+/i, '') : pending.text,
    timestamp: pending.sentAtMs,
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

/** Rows with the same permissions share one object, so that memoized rows do not render again. */
function useRowActions(
  { store, calls, me, isModerating }: ChatView,
  {
    onReply,
    onUser,
    onTarget,
    variant,
  }: {
    onReply: (message: ChatMessage) => void
    onUser: (username: string, at: Element) => void
    onTarget: (target: { id: string }) => void
    variant: ChatVariant
  },
): (message: ChatMessage) => RowActions {
  return useMemo(() => {
    const showOriginal = async ({ replyTo }: ChatMessage) => {
      if (!replyTo) return
      if (await store.loadBackTo(replyTo.id)) onTarget({ id: replyTo.id })
      else toast(chatTexts.originalGone, 'error')
    }
    const forReader: RowActions = {
      ...(variant !== 'overlay' && { showOriginal }),
      ...(variant !== 'overlay' && variant !== 'embedded' && { openUser: onUser }),
    }
    if (me === null) return () => forReader
    const remove = ({ id }: ChatMessage) => void showOutcome(calls.deleteMessage(id))
    const pin = ({ id }: ChatMessage) => void showOutcome(calls.pin(id))
    const forWriter: RowActions = { ...forReader, reply: onReply }
    const forModerator: RowActions = { ...forWriter, remove, pin }
    const onOwnMessage: RowActions = { ...forWriter, remove }
    if (isModerating) return () => forModerator
    return ({ username }: ChatMessage) => (username === me ? onOwnMessage : forWriter)
  }, [store, calls, me, isModerating, onReply, onUser, onTarget, variant])
}
