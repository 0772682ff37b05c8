import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useEffect, useRef, useState } from 'react'
import { shownAmount } from '../../../lib/format/amount.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { tipTexts } from '../../../texts/viewer/tip.ts'

const intervalMs = 2000
/** More messages than this at a time are only counted: nobody could follow them. */
const maxReadOut = 2

/**
 * Announces new messages to screen readers. The list itself cannot be the live region, because scrolling adds and removes its
 * rows.
 */
export function Announcer({ messages, me }: { messages: readonly ChatMessage[]; me: string | null }) {
  const [text, setText] = useState('')
  const latest = useRef({ messages, me })
  // Messages that were there first are not announced: the user can read them in the list.
  const announcedId = useRef(messages.at(-1)?.id ?? '')
  latest.current = { messages, me }

  useEffect(() => {
    const timer = setInterval(() => {
      const { messages, me } = latest.current
      const since = announcedId.current
      announcedId.current = messages.at(-1)?.id ?? since
      const fresh = messages.filter(({ id, username }) => id > since && username !== me)
      if (fresh.length === 0) return
      setText(fresh.length > maxReadOut ? chatTexts.newMessages(fresh.length) : fresh.map(readOutText).join('. '))
    }, intervalMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label={chatTexts.newMessagesLog}>
      {text}
    </div>
  )
}

function readOutText({ username, message, tip }: ChatMessage): string {
  return tip === undefined ? `${username}: ${message}` : tipTexts.readOut(username, shownAmount(tip), message)
}
