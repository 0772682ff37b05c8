import type { ChatMessage } from '@waggle/contract/chat/entities'
import { useEffect, useReducer, useRef } from 'react'
import { pictureTime } from '../../../lib/picture-time.ts'
import { withholdLater } from './withhold-later.ts'

const readIntervalMs = 400

/** The messages of a chat that stays with the picture where the reader wants that, and all of them where not. */
export function useTimelyMessages(
  messages: readonly ChatMessage[],
  { isWithPicture, me }: { isWithPicture: boolean; me: string | null },
): readonly ChatMessage[] {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const shown = useRef(messages)
  const timely = () => {
    const shownMs = isWithPicture ? pictureTime.shownMs() : undefined
    const next = shownMs === undefined ? messages : withholdLater(messages, { shownMs, me })
    // The same list as long as nothing is added, so that nothing is drawn anew.
    return isSame(shown.current, next) ? shown.current : next
  }
  shown.current = timely()
  useEffect(() => {
    if (!isWithPicture) return
    const timer = setInterval(draw, readIntervalMs)
    return () => clearInterval(timer)
  }, [isWithPicture])
  return shown.current
}

function isSame(before: readonly ChatMessage[], after: readonly ChatMessage[]): boolean {
  return before.length === after.length && before.every((message, index) => message === after[index])
}
