import type { ChatMessage } from '@waggle/contract/chat/entities'
import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import styles from './message-list.module.css'
import { MessageRow, type RowActions } from './message-row.tsx'
import { useGoTo } from './use-go-to.ts'
import { useStickToNewest } from './use-stick-to-newest.ts'

/** Older messages are asked for when so little is left above. */
const loadOlderWithinPx = 200

/**
 * The messages on screen, of however many there are. It follows the newest unless somebody scrolled up or moves among the
 * messages with the keyboard.
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
  /** The message to go to; each object is gone to once. */
  target: { id: string } | undefined
}) {
  const list = useRef<VListHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const stick = useStickToNewest(list, frame, messages, onReading)
  const isShifted = useIsShifted(messages)
  const found = useGoTo(target, { list, frame, messages, stick })

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
    <div ref={frame} className={styles.frame} onAnimationEnd={found.forget}>
      <VList
        ref={list}
        className={styles.list}
        role="feed"
        aria-label={chatTexts.messages}
        tabIndex={0}
        data={messages}
        shift={isShifted}
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
            isFound={message.id === found.id}
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

/** True in the one rendering in which messages came or went above the others: the list then keeps its place from below. */
function useIsShifted(messages: readonly ChatMessage[]): boolean {
  const before = useRef<readonly ChatMessage[]>([])
  const isShifted =
    before.current.length > 0 &&
    messages[0]?.id !== before.current[0]?.id &&
    messages.at(-1)?.id === before.current.at(-1)?.id
  useLayoutEffect(() => {
    before.current = messages
  })
  return isShifted
}
