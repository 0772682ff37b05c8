import { chatLimits } from '@waggle/contract/chat/limits'
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

describe('rules', () => {
  const configure = (rules: Record<string, unknown>) => as('alice', 'PUT', '/config/alice', rules)

  it('are broadcast to everybody and apply at once', async () => {
    const reader = await connect()
    const answer = await configure({ slowMode: true, slowModeDelay: 600, username: 'x' })
    expect(answer.json).toMatchObject({
      slowMode: true,
      slowModeInterval: 600,
      slowModeDelay: 600,
      moderators: ['bob'],
    })
    expect(await reader.next('config-changed')).toMatchObject({ slowMode: true, slowModeInterval: 600 })
    expect((await as(undefined, 'GET', '/config/alice')).json).toMatchObject({ slowMode: true })
    const first = await send('dave', 'first')
    expect(first.status).toBe(200)
    const [second, third] = await Promise.all([send('dave', 'second'), send('dave', 'third')])
    expect(second).toMatchObject({ status: 429, json: { code: 'chat_slow_mode' } })
    expect(third?.status).toBe(429)
    expect(Number(second?.headers.get('retry-after'))).toBeGreaterThan(300)
    expect(second?.json.message).toMatch(/write again in \d+ s/)
    expect((await send('bob', 'moderators need not wait')).status).toBe(200)
    expect((await send('bob', 'moderators need not wait, again')).status).toBe(200)
    chat.site.moveClock(600_000)
    expect((await send('dave', 'later')).status).toBe(200)
    await configure({ slowMode: false })
  })

  it('can replace the whole list of moderators, if the owner changes them', async () => {
    const moderators = async () => (await as(undefined, 'GET', '/config/alice')).json.moderators
    expect((await configure({ moderators: [' Carol ', 'alice'] })).json.moderators).toEqual(['carol'])
    expect((await as('bob', 'GET', '/log/alice')).status).toBe(403)
    expect((await as('carol', 'GET', '/log/alice')).status).toBe(200)
    await configure({ moderators: ['bob'], slowMode: false })
    expect(await moderators()).toEqual(['bob'])
  })

  it('refuse users who do not follow, other text than emotes, links, blocked words and low reputations', async () => {
    await configure({ followersOnly: true })
    expect((await send('carol', 'hi')).json.code).toBe('chat_followers_only')
    await configure({ followersOnly: false, emoteOnly: true })
    expect((await send('carol', 'hi 😀')).json.code).toBe('chat_emote_only')
    expect((await send('carol', '😀 :party: 👩‍🚀')).status).toBe(200)
    await configure({ emoteOnly: false, linksAllowed: false, blockedWords: ['Spoiler', 'spoiler'] })
    expect((await send('carol', 'see evil.example/x')).json.code).toBe('chat_links_blocked')
    expect((await send('carol', 'a SPOILER!')).json.code).toBe('chat_word_blocked')
    expect((await send('carol', 'spoilers')).status).toBe(200)
    await configure({ linksAllowed: true, minReputation: 70 })
    expect((await send('carol', 'hi')).json.code).toBe('chat_reputation_too_low')
    await configure({ minReputation: null, blockedWords: [] })
    expect((await send('carol', 'hi')).status).toBe(200)
  })

  it('show the blocked words to moderators only', async () => {
    await configure({ blockedWords: ['secret'] })
    expect((await as('dave', 'GET', '/config/alice')).json.blockedWords).toBeUndefined()
    expect((await as('bob', 'GET', '/config/alice')).json.blockedWords).toEqual(['secret'])
    await configure({ blockedWords: [] })
  })

  it('[T19] refuse a flood, and close the sockets of a user who keeps sending', async () => {
    const flooder = await connect('bob', { name: 'erin' })
    const closed = new Promise((resolve) => flooder.socket.once('disconnect', resolve))
    const answers = []
    for (let n = 0; n < chatLimits.sendsPerWindow + chatLimits.floodRefusals; n += 1) {
      answers.push(await send('erin', `flood ${n}`, 'bob'))
    }
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(chatLimits.floodRefusals)
    expect(refused[0]?.json.code).toBe('chat_rate_limited')
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await closed).toBe('io server disconnect')
  })
})
