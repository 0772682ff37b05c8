import { useEffect, useRef, useState } from 'react'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { openRoom } from '../../../lib/chat-room/open-room.ts'
import { useSession } from '../../../session/session.tsx'

const none = { chat: 0, activity: 0 }
type Unseen = typeof none

/** How many messages of others, follows and tips came since their pane was shown last, in a window that shows one at a time (rule DASH-8). */
export function useUnseen(user: string, shown: string): Unseen {
  const { token } = useSession()
  const isOneAtATime = useMedia('(width <= 1000px)')
  const [unseen, setUnseen] = useState(none)
  const shownNow = useRef(shown)

  useEffect(() => {
    shownNow.current = shown
    setUnseen((before) => (shown in none ? { ...before, [shown]: 0 } : before))
  }, [shown])

  useEffect(() => {
    if (!isOneAtATime) return
    const add = (pane: keyof Unseen, count: number) => {
      if (pane !== shownNow.current) setUnseen((before) => ({ ...before, [pane]: before[pane] + count }))
    }
    const room = openRoom(user, token, {
      messages: (messages) => add('chat', messages.filter(({ username }) => username !== user).length),
      followed: () => add('activity', 1),
      tipped: () => add('activity', 1),
    })
    return () => {
      room.close()
      setUnseen(none)
    }
  }, [user, token, isOneAtATime])

  return unseen
}
