import { limits } from '@waggle/contract/limits'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messageId, tickOfMs } from '../../db/chat/chat-message-id.ts'
import { type ChatSite, startChatSite } from '../../testing/chat/chat-site.ts'

let chat: ChatSite
const as: ChatSite['as'] = (...call) => chat.as(...call)
const send: ChatSite['send'] = (...call) => chat.send(...call)
const connect: ChatSite['connect'] = (...where) => chat.connect(...where)

beforeAll(async () => {
  chat = await startChatSite()
})
afterAll(() => chat?.close())
afterEach(() => chat.closeClients())

describe('a message', () => {
  it('to a channel that does not exist is refused and not stored', async () => {
    expect(await send('bob', 'is anybody here?', 'nobody-here')).toMatchObject({
      status: 404,
      json: { code: 'account_not_found' },
    })
    expect((await as(undefined, 'GET', '/messages/nobody-here')).json.messages).toEqual([])
    // This account has never signed in here, but is on the chain.
    expect((await send('bob', 'hello', 'waggle')).status).toBe(200)
  })

  it('is returned to the sender, sent to the room under both event names with the same payload, and stored in history', async () => {
    const reader = await connect('erin')
    const answer = await send('carol', '  hello <b>world</b>  ', 'erin')
    expect(answer).toMatchObject({ status: 200, json: { success: true, data: { message: 'hello <b>world</b>' } } })
    const { data } = answer.json
    expect(data).toMatchObject({
      username: 'carol',
      isModerator: false,
      role: 'user',
      kind: 'message',
      channel: 'erin',
    })
    expect(data._id).toBe(data.id)
    expect(Math.abs(data.timestamp - Date.now())).toBeLessThan(60_000)
    expect(await reader.next('chat-message')).toEqual(data)
    expect(await reader.next('new-message')).toEqual(data)
    const history = await as(undefined, 'GET', '/messages/erin?limit=50')
    expect(history.json.messages.at(-1)).toEqual(data)
  })

  it('arrives in a batch at clients that asked for batches', async () => {
    const reader = await connect('erin', { coalesce: true })
    const { data } = (await send('carol', 'one packet', 'erin')).json
    expect(await reader.next('messages')).toEqual({ channel: 'erin', messages: [data] })
    expect(reader.received.map(({ name }) => name)).not.toContain('chat-message')
  })

  it('that was deleted is listed for clients that missed it, counted from the last message that they received', async () => {
    const [old, last] = [await send('bob', 'old', 'dave'), await send('bob', 'last', 'dave')].map(
      ({ json }) => json.data.id,
    )
    const deletions = async (query: string) => as(undefined, 'GET', `/deletions/dave?${query}`)
    expect((await deletions(`since=${last}`)).json).toEqual({ ids: [], hasMore: false })
    await as('bob', 'DELETE', `/messages/dave/${old}`)
    expect((await deletions(`since=${last}`)).json).toEqual({ ids: [old], hasMore: false })
    // A client that has received a message sent a minute later has received the deletion, too.
    const later = messageId(tickOfMs(Date.now() + 60_000))
    expect((await deletions(`since=${later}`)).json).toEqual({ ids: [], hasMore: false })
    for (const bad of ['', 'since=x']) expect((await deletions(bad)).status).toBe(400)
  })

  it('is in exactly one page of history, and the ids sort by time', async () => {
    const sent: string[] = []
    for (let n = 0; n < 12; n += 1) sent.push((await send('alice', `page ${n}`, 'frank')).json.data.id)
    expect([...sent].sort()).toEqual(sent)
    const page = async (query: string) => (await as(undefined, 'GET', `/messages/frank?${query}`)).json
    const ids = ({ messages }: { messages: { id: string }[] }) => messages.map(({ id }) => id)

    expect(ids(await page('limit=5'))).toEqual(sent.slice(7))
    expect(ids(await page(`limit=5&before=${sent[7]}`))).toEqual(sent.slice(2, 7))
    expect(await page(`limit=5&before=${sent[2]}`)).toMatchObject({ hasMore: false })
    expect(ids(await page(`limit=5&after=${sent[3]}`))).toEqual(sent.slice(4, 9))
    expect(await page(`limit=5&after=${sent[3]}`)).toMatchObject({ hasMore: true })
    expect(await page(`after=${sent[11]}`)).toEqual({ messages: [], hasMore: false })
    for (const bad of ['limit=0', 'limit=101', 'before=x', 'limit=5x', `before=${sent[1]}&after=${sent[0]}`]) {
      expect((await as(undefined, 'GET', `/messages/frank?${bad}`)).status).toBe(400)
    }
  })

  it('[T19] is stored once for one idempotency key, and a retry gets the same answer', async () => {
    const reader = await connect('erin')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('dave', 'once', 'erin', { 'idempotency-key': 'k-1' })),
    )
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1)
    const inBody = await as('dave', 'POST', '/messages/erin', { message: 'other words', idempotencyKey: 'k-1' })
    expect(inBody.json.data).toEqual(answers[0]!.json.data)
    expect((await send('carol', 'mine', 'erin', { 'idempotency-key': 'k-1' })).json.data.username).toBe('carol')
    await reader.next('chat-message', ({ message }) => message === 'mine')
    expect(reader.texts()).toEqual(['once', 'mine'])
    // A room that everybody has left does not remember what it has sent.
    reader.socket.emit('leave-room', { room: 'chat-erin' })
    await reader.join('erin')
    await send('dave', 'once', 'erin', { 'idempotency-key': 'k-1' })
    await send('carol', 'after', 'erin')
    await reader.next('chat-message', ({ message }) => message === 'after')
    expect(reader.texts()).toEqual(['once', 'mine', 'after'])
    expect((await send('dave', 'x', 'erin', { 'idempotency-key': 'k'.repeat(65) })).status).toBe(400)
  })

  it('can reply to another message, and can be an action', async () => {
    const first = (await send('carol', 'question?', 'erin')).json.data
    const reply = await as('erin', 'POST', '/messages/erin', { message: '/me nods', replyTo: first.id })
    expect(reply.json.data).toMatchObject({
      kind: 'action',
      message: 'nods',
      role: 'owner',
      isModerator: true,
      replyTo: { id: first.id, username: 'carol', message: 'question?' },
    })
  })

  it('needs a session', async () => {
    expect(await as(undefined, 'POST', '/messages/alice', { message: 'x' })).toMatchObject({
      status: 401,
      json: { code: 'authentication_required' },
    })
  })

  it.each([
    ['spaces only', '   ', 'chat_message_empty'],
    ['invisible characters only', '\u200b\u2060 \u202e', 'chat_message_empty'],
    ['501 characters', 'x'.repeat(501), 'chat_message_too_long'],
    ['six lines', 'a\nb\nc\nd\ne\nf', 'chat_too_many_lines'],
  ])('of %s is refused', async (_case, text, code) => {
    const answer = await send('alice', text)
    expect(answer).toMatchObject({ status: 400, json: { code } })
    expect(answer.json.error).toBe(answer.json.message)
    expect(answer.json.message).not.toContain('{')
  })

  it('may have 500 characters, and an emoji counts as one', async () => {
    expect((await send('alice', '😀'.repeat(limits.chatMessageMaxLength))).status).toBe(200)
  })
})
