import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChatSite, startChatSite } from '../../testing/chat/chat-site.ts'

let chat: ChatSite
const as: ChatSite['as'] = (...call) => chat.as(...call)
const say: ChatSite['say'] = (...call) => chat.say(...call)
const connect: ChatSite['connect'] = (...where) => chat.connect(...where)

beforeAll(async () => {
  chat = await startChatSite()
})
afterAll(() => chat?.close())
afterEach(() => chat.closeClients())

describe('sockets', () => {
  it('read on with a bad token and are told so', async () => {
    const client = await chat.open()
    expect(await client.join('alice', { token: 'x'.repeat(43) })).toMatchObject({ ok: true, standing: null })
    expect(await client.next('auth-error')).toMatchObject({ code: 'session_invalid' })
    await say('bob', 'heard all the same')
    await client.next('chat-message')
  })

  it('hear nothing of rooms they left', async () => {
    const client = await connect('erin')
    client.socket.emit('leave-room', { room: 'chat-erin' })
    await client.join('alice')
    await say('alice', 'in the left room', 'erin')
    await say('alice', 'in the joined room', 'alice')
    await client.next('chat-message')
    expect(client.texts()).toEqual(['in the joined room'])
  })

  it('work by polling too', async () => {
    const client = await chat.open({ transports: ['polling'] })
    await client.join('alice', { coalesce: true })
    await say('bob', 'by polling')
    expect((await client.next('messages')).messages[0]?.message).toBe('by polling')
  })

  it('count viewers, an account with two windows once', async () => {
    await connect('dave')
    await connect('dave', { name: 'carol' })
    const last = await connect('dave', { name: 'carol' })
    expect((await as(undefined, 'GET', '/presence/dave')).json).toEqual({
      channel: 'dave',
      viewers: 2,
      users: ['carol'],
    })
    expect(await last.next('presence')).toEqual({ channel: 'dave', viewers: 2 })
  })
})
