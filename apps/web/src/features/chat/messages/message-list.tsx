import type { ChatMessage } from '@waggle/contract/chat/entities'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import { chatTexts } from '../../../texts/chat/chat.ts'
import styles from './message-list.module.css'
import { MessageRow, type RowActions } from './message-row.tsx'
import { useFocusMessage } from './use-focus-message.ts'
import { useStickToNewest } from './use-stick-to-newest.ts'

/** The list sets its own display, which only this can change. */
const column = { display: 'flex', flexDirection: 'column' } as const

/** Older messages are loaded when less than this is left above. */
const loadOlderWithinPx = 200

/**
 * A virtual list of the messages. It follows the newest message until the reader scrolls up or moves between messages with the
 * keyboard.
 */
export function MessageList({
  messages,
  me,
  channel,
  actionsFor,
  onReading,
  onLoadOlder,
  target,
}: {
  messages: readonly ChatMessage[]
  me: string | null
  channel: string
  actionsFor: (message: ChatMessage) => RowActions
  onReading: (isReading: boolean) => void
  onLoadOlder: () => void
  /** The message to go to. A new object goes there again, even with the same id. */
  target: { id: string } | undefined
}) {
  const list = useRef<VListHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const stick = useStickToNewest(list, frame, messages, onReading)
  const isPrepend = useIsPrepend(messages)
  const focused = useFocusMessage(target, { list, frame, messages, stick })

  function onKey(event: KeyboardEvent): void {
    stick.gestures.onKeyDown(event)
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
    const index = rows.findIndex((row) => row.contains(document.activeElement))
    if (step !== undefined) {
      event.preventDefault()
      stick.pause()
      const next = index === -1 ? rows.at(-1) : rows[index + step]
      next?.focus({ preventScroll: true })
      next?.scrollIntoView({ block: 'nearest' })
      if (index === rows.length - 1 && step === 1) stick.toNewest()
    } else if (event.key === 'End') {
      event.preventDefault()
      stick.toNewest()
    }
  }

  return (
    <div
      ref={frame}
      className={styles.frame}
      data-following={stick.isSticking || undefined}
      onAnimationEnd={focused.clear}
    >
      <VList
        ref={list}
        className={styles.list}
        style={column}
        role="feed"
        aria-label={chatTexts.messages}
        tabIndex={0}
        data={messages}
        shift={isPrepend}
        onScroll={(offset) => {
          const isReading = stick.onScroll(offset)
          if (isReading && offset < loadOlderWithinPx) onLoadOlder()
        }}
        onResize={stick.onResize}
        {...stick.gestures}
        onKeyDown={onKey}
      >
        {(message) => (
          <MessageRow
            key={message.id}
            message={message}
            me={me}
            channel={channel}
            actions={actionsFor(message)}
            isHighlighted={message.id === focused.id}
          />
        )}
      </VList>
      {!stick.isSticking && (
        <button type="button" className={styles.toNewest} onClick={stick.toNewest}>
          <ArrowDown size={16} aria-hidden="true" />
          {stick.unseenCount === 0 ? chatTexts.toNewest : chatTexts.newMessages(stick.unseenCount)}
        </button>
      )}
    </div>
  )
}

/** True for the one render in which messages are added or removed at the top. The list then keeps its distance from the end. */
function useIsPrepend(messages: readonly ChatMessage[]): boolean {
  const previous = useRef<readonly ChatMessage[]>([])
  const isPrepend =
    previous.current.length > 0 &&
    messages[0]?.id !== previous.current[0]?.id &&
    messages.at(-1)?.id === previous.current.at(-1)?.id
  useLayoutEffect(() => {
    previous.current = messages
  })
  return isPrepend
}
