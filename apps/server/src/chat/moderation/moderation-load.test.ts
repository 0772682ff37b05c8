import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { type ChatSite, startChatSite } from '../../testing/chat/chat-site.ts'
import { fillChannel } from '../../testing/chat/fill-channel.ts'
import { attackByModerating, measureCalls, readHistory } from '../../testing/chat/moderation-attack.ts'

let chat: ChatSite

beforeAll(async () => {
  chat = await startChatSite()
})
afterAll(() => chat?.close())

// `node bench/chat/chat-abuse.ts moderation` measures it for a minute, in processes of their own. Here four callers, the site and the
// attack share a process, and the machine is shared with other tests, so the bound is loose.
it('[T31] four accounts that write as much as they can do not stop another caller', { timeout: 90_000 }, async () => {
  await chat.send('alice', 'something to read')
  const names = ['bob', 'carol', 'dave', 'erin']
  const db = await openDatabase({ dataDir: chat.site.dataDir })
  // What a clear costs must not depend on it.
  for (const name of names) await fillChannel(db, name, 20_000, Date.now())
  await db.destroy()
  const readFor = (isOver: () => boolean) => measureCalls(() => readHistory(chat.site.url, 'alice'), isOver)
  const alone = slowOf(await readFor(timer(3000)))
  const attackers = names.map((name) => ({ name, token: chat.tokens[name]! }))
  const isOver = timer(6000)
  const [statuses, delays] = await Promise.all([attackByModerating(chat.site.url, attackers, isOver), readFor(isOver)])
  expect(statuses.get(200)).toBeGreaterThan(20)
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(slowOf(delays)).toBeLessThan(Math.max(250, 20 * alone))
})

function timer(durationMs: number): () => boolean {
  const endMs = performance.now() + durationMs
  return () => performance.now() > endMs
}

/** The 95th percentile of sorted times. */
function slowOf(timesMs: readonly number[]): number {
  return timesMs.at(Math.floor(timesMs.length * 0.95)) ?? 0
}
