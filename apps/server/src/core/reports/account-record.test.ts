import { afterAll, beforeAll, expect, it } from 'vitest'
import { commitMessages, type MessageDraft } from '../../db/chat/chat-messages.ts'
import { openDatabase } from '../../db/open.ts'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'

let site: OperatedSite

beforeAll(async () => {
  site = await startOperatedSite(['carol', 'dave', 'erin'])
})
afterAll(() => site?.close())

const say = async (name: string, channel: string, message: string) =>
  (await site.as(name, 'POST', `/api/chat/messages/${channel}`, { message })).json.data
const record = async (username: string) =>
  (await site.as('bob', 'GET', `/api/operate/accounts/${username}/record`)).json

it('[OPERATE-5] has what was reported of an account, what it wrote in all chats, and its age on Hive', async () => {
  expect(await record('carol')).toMatchObject({ things: [], messages: [] })
  await say('carol', 'erin', 'buy my honey')
  await say('dave', 'erin', 'no, thank you')
  const { id } = await say('carol', 'dave', 'and here, too')
  await site.as('dave', 'DELETE', `/api/chat/messages/dave/${id}`)
  await say('carol', 'erin', 'buy it now')
  for (const username of ['carol', 'dave']) {
    await site.as('erin', 'POST', '/api/reports', { kind: 'account', username, reason: 'spam' })
  }
  const [open] = (await record('carol')).things
  await site.as('bob', 'POST', `/api/operate/reports/${open.id}/close`, { outcome: 'unfounded' })
  await site.as('dave', 'POST', '/api/reports', { kind: 'account', username: 'carol', reason: 'harassment' })

  const { things, messages, accountCreatedAt, reputation } = await record('carol')
  expect(things).toMatchObject([
    { username: 'carol', outcome: null, count: 1, reports: [{ reporter: 'dave' }] },
    { username: 'carol', outcome: 'unfounded', reports: [{ reporter: 'erin' }] },
  ])
  expect(messages).toMatchObject([
    { channel: 'erin', message: 'buy it now', deletedAt: null },
    { channel: 'dave', message: 'and here, too', deletedAt: expect.any(Number) },
    { channel: 'erin', message: 'buy my honey' },
  ])
  expect(accountCreatedAt).toBeLessThan(site.now())
  expect(reputation).toBeGreaterThanOrEqual(25)
})

it('[OPERATE-5] has no more than the last messages', async () => {
  await using db = await openDatabase({ dataDir: site.dataDir })
  const drafts = Array.from({ length: 23 }, (_, index) => ({
    ...{ channel: index % 2 === 0 ? 'carol' : 'erin', username: 'alice', message: `message ${index}` },
    ...{ kind: 'message', role: 'user', replyTo: null, idempotencyKey: null },
  })) satisfies MessageDraft[]
  await commitMessages(db, drafts, site.now())
  const { messages } = await record('alice')
  expect(messages).toHaveLength(20)
  expect(messages.map(({ channel }: { channel: string }) => channel)).toContain('carol')
  expect(messages.map(({ channel }: { channel: string }) => channel)).toContain('erin')
})
