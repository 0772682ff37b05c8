import type { WrittenMessage } from '@waggle/contract/chat/entities'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatSite, startChatSite } from '../../testing/chat/chat-site.ts'

const hourMs = 3_600_000

let chat: ChatSite
const as: ChatSite['as'] = (...call) => chat.as(...call)

beforeAll(async () => {
  chat = await startChatSite()
})
afterAll(() => chat?.close())

/** Sends the messages in the chat of alice, and returns their ids. */
async function say(writer: string, ...texts: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts) ids.push((await chat.send(writer, text)).json.data.id)
  return ids
}

/** What bob, who moderates the chat of alice, sees of a user. */
async function seen(username: string): Promise<{ text: string; isDeleted: boolean }[]> {
  const { json } = await as('bob', 'GET', `/messages/alice/of/${username}`)
  return json.messages.map(({ message, deletedAt }: WrittenMessage) => ({
    text: message,
    isDeleted: deletedAt !== null,
  }))
}
const texts = async (username: string) => (await seen(username)).map(({ text }) => text)
/** Reverts what the log has last. */
const revertLast = async () => {
  const { entries } = (await as('alice', 'GET', '/log/alice?limit=1')).json
  return as('alice', 'POST', `/log/alice/${entries[0].id}/revert`)
}

it('[MOD-12] those who moderate see what a user wrote in this chat, the latest first, page after page', async () => {
  await say('carol', 'one', 'two')
  await say('dave', 'something else')
  await say('carol', 'three')
  await as('carol', 'POST', '/messages/bob', { message: 'elsewhere' })
  expect(await texts('carol')).toEqual(['three', 'two', 'one'])
  const page = async (query: string) => (await as('alice', 'GET', `/messages/alice/of/carol?limit=2${query}`)).json
  const first = await page('')
  expect(first).toMatchObject({ messages: [{ message: 'three' }, { message: 'two' }], hasMore: true })
  const second = await page(`&before=${first.messages[1].id}`)
  expect(second).toMatchObject({ messages: [{ message: 'one', deletedAt: null }], hasMore: false })
  for (const name of ['carol', 'dave', undefined]) {
    expect((await as(name, 'GET', '/messages/alice/of/carol')).status).toBe(name === undefined ? 401 : 403)
  }
  expect((await as('bob', 'GET', '/messages/alice/of/carol?limit=101')).json.code).toBe('invalid_request')
})

it('[MOD-10, MOD-12] a message that a moderator deleted is among them while that can be reverted', async () => {
  const [kept, removed] = await say('dave', 'kept', 'removed')
  await as('bob', 'DELETE', `/messages/alice/${removed}`)
  expect((await seen('dave')).slice(0, 2)).toEqual([
    { text: 'removed', isDeleted: true },
    { text: 'kept', isDeleted: false },
  ])
  expect((await revertLast()).status).toBe(200)
  expect((await seen('dave'))[0]).toEqual({ text: 'removed', isDeleted: false })
  await as('alice', 'DELETE', `/messages/alice/${kept}`)
  expect(await texts('dave')).toContain('kept')
  // What the writer takes back is gone.
  await as('dave', 'DELETE', `/messages/alice/${removed}`)
  expect(await texts('dave')).not.toContain('removed')
  chat.site.moveClock(24 * hourMs)
  expect(await texts('dave')).not.toContain('kept')
})

it.each(['ban', 'timeout'])('[MOD-11, MOD-12] what a %s deletes is not among them', async (kind) => {
  await say('dave', `before the ${kind}`)
  await as('bob', 'POST', `/${kind}/alice`, { username: 'dave' })
  expect(await texts('dave')).toEqual([])
  await as('bob', 'POST', '/unban/alice', { username: 'dave' })
  await say('dave', `after the ${kind}`)
  expect(await texts('dave')).toEqual([`after the ${kind}`])
})

it('[MOD-10, MOD-12] what a clear has hidden is not among them, until it is reverted', async () => {
  await say('erin', 'before the clear')
  await as('alice', 'POST', '/clear/alice')
  await say('erin', 'after the clear')
  expect(await texts('erin')).toEqual(['after the clear'])
  await revertLast()
  expect(await texts('erin')).toEqual(['after the clear', 'before the clear'])
})
