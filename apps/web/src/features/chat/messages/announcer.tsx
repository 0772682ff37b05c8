import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useEffect, useRef, useState } from 'react'
import { shownAmount } from '../../../lib/format/amount.ts'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import { tipTexts } from '../../../texts/viewer/tip.ts'

const everyMs = 2000
/** More at a time are counted, not read out: nobody could follow. */
const readOutMax = 2

/** Reads what is new since it was first drawn out to screen readers. Not the list itself, whose rows come and go by scrolling. */
export function Announcer({ messages, me }: { messages: readonly ChatMessage[]; me: string | null }) {
  const [text, setText] = useState('')
  const latest = useRef({ messages, me })
  // What was there at the beginning is read by who wants to.
  const announcedId = useRef(messages.at(-1)?.id ?? '')
  latest.current = { messages, me }

  useEffect(() => {
    const timer = setInterval(() => {
      const { messages, me } = latest.current
      const since = announcedId.current
      announcedId.current = messages.at(-1)?.id ?? since
      const fresh = messages.filter(({ id, username }) => id > since && username !== me)
      if (fresh.length === 0) return
      setText(fresh.length > readOutMax ? chatTexts.newMessages(fresh.length) : fresh.map(inWords).join('. '))
    }, everyMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label={chatTexts.newMessagesLog}>
      {text}
    </div>
  )
}

function inWords({ username, message, tip }: ChatMessage): string {
  return tip === undefined ? `${username}: ${message}` : tipTexts.readOut(username, shownAmount(tip), message)
}
