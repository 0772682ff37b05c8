import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

describe('a socket', () => {
  it('with an invalid token receives an auth-error and can still read', async () => {
    const client = await chat.open()
    expect(await client.join('alice', { token: 'x'.repeat(43) })).toMatchObject({ ok: true, standing: null })
    expect(await client.next('auth-error')).toMatchObject({ code: 'session_invalid' })
    await send('bob', 'received all the same')
    await client.next('chat-message')
  })

  it('receives nothing from rooms that it has left', async () => {
    const client = await connect('erin')
    client.socket.emit('leave-room', { room: 'chat-erin' })
    await client.join('alice')
    await send('alice', 'in the left room', 'erin')
    await send('alice', 'in the joined room', 'alice')
    await client.next('chat-message')
    expect(client.texts()).toEqual(['in the joined room'])
  })

  it('can use long polling', async () => {
    const client = await chat.open({ transports: ['polling'] })
    await client.join('alice', { coalesce: true })
    await send('bob', 'by polling')
    expect((await client.next('messages')).messages[0]?.message).toBe('by polling')
  })

  it('counts as a viewer; two windows of one account count once', async () => {
    await connect('dave')
    await connect('dave', { name: 'carol' })
    const last = await connect('dave', { name: 'carol' })
    expect((await as(undefined, 'GET', '/presence/dave')).json).toEqual({
      channel: 'dave',
      viewers: 2,
      users: ['carol'],
      moderators: [],
    })
    await as('dave', 'POST', '/moderators/dave', { username: 'carol' })
    await as('dave', 'POST', '/moderators/dave', { username: 'erin' })
    expect((await as(undefined, 'GET', '/presence/dave')).json.moderators).toEqual(['carol'])
    expect(await last.next('presence')).toEqual({ channel: 'dave', viewers: 2 })
  })
})
