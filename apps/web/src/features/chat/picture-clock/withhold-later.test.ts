import type { ChatMessage } from '@waggle/contract/chat/entities'
import { expect, it } from 'vitest'
import { withholdLater } from './withhold-later.ts'

const message = (timestamp: number, username = 'bob'): ChatMessage => ({
  ...{ id: String(timestamp), _id: String(timestamp), channel: 'alice', username, message: 'hello', timestamp },
  ...{ role: 'user', isModerator: false, kind: 'message', replyTo: null },
})

it("[CHAT-20] withholds what was written after the moment that the picture shows, but for the reader's own", () => {
  const messages = [message(1000), message(2000), message(3000, 'carol'), message(4000)]
  const shownTo = (me: string | null, shownMs: number) =>
    withholdLater(messages, { shownMs, me }).map(({ timestamp }) => timestamp)
  expect(shownTo(null, 2000)).toEqual([1000, 2000])
  expect(shownTo('carol', 2000)).toEqual([1000, 2000, 3000])
  expect(shownTo('carol', 500)).toEqual([3000])
  // The same list, so that nothing is drawn anew.
  expect(withholdLater(messages, { shownMs: 4000, me: null })).toBe(messages)
})
