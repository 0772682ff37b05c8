import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatSite, startChatSite } from '../../testing/chat/chat-site.ts'
import { attackByModerating, measureReading } from '../../testing/chat/moderation-attack.ts'

let chat: ChatSite

beforeAll(async () => {
  chat = await startChatSite()
})
afterAll(() => chat?.close())

// `node bench/chat-abuse.ts moderation` measures it for a minute, in processes of their own. Here four callers, the site and the
// attack share a process and its machine with other tests, so the bound is loose.
it('[T31] four accounts that write as much as they can do not stop another caller', { timeout: 60_000 }, async () => {
  await chat.send('alice', 'something to read')
  const endMs = performance.now() + 6000
  const isOver = () => performance.now() > endMs
  const attackers = ['bob', 'carol', 'dave', 'erin'].map((name) => ({ name, token: chat.tokens[name]! }))
  const [statuses, delays] = await Promise.all([
    attackByModerating(chat.site.url, attackers, isOver),
    measureReading(chat.site.url, 'alice', isOver),
  ])
  expect(statuses.get(200)).toBeGreaterThan(20)
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(delays.at(Math.floor(delays.length * 0.95))).toBeLessThan(250)
})
