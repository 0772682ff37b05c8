import { limits } from '@waggle/contract/limits'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertLogEntries } from '../../db/chat/chat-log.ts'
import { commitMessages } from '../../db/chat/chat-messages.ts'
import { openDatabase } from '../../db/open.ts'
import { type ChatSite, startChatSite } from '../../testing/chat/chat-site.ts'
import { entryIdPrefix } from './moderation-transaction.ts'

let chat: ChatSite
const as: ChatSite['as'] = (...call) => chat.as(...call)
const send: ChatSite['send'] = (...call) => chat.send(...call)
const connect: ChatSite['connect'] = (...where) => chat.connect(...where)

beforeAll(async () => {
  chat = await startChatSite()
})
afterAll(() => chat?.close())
afterEach(() => chat.closeClients())

describe('moderation', () => {
  it('[T17] bans a user on every connection at once, and lifts the ban', async () => {
    const sockets = [await connect('alice', { name: 'carol' }), await connect('alice', { name: 'carol' })]
    const again = await chat.site.signIn('carol')
    const ban = await as('bob', 'POST', '/ban/alice', { username: 'Carol ', reason: 'spam' })
    expect(ban).toMatchObject({ status: 200, json: { success: true } })
    for (const token of [chat.tokens.carol!, again]) {
      const answer = await chat.site.request('POST', '/api/chat/messages/alice', { token, body: { message: 'x' } })
      expect(answer).toMatchObject({
        status: 403,
        json: { code: 'chat_banned', message: expect.stringContaining('spam') },
      })
    }
    for (const client of sockets) {
      const standing = await client.next('standing', ({ restriction }) => restriction !== null)
      expect(standing.restriction).toEqual({ kind: 'ban', expiresAt: null, reason: 'spam' })
      expect(await client.next('user-moderated')).toMatchObject({ username: 'carol', action: 'ban' })
    }
    const bans = await as('bob', 'GET', '/bans/alice')
    expect(bans.json.bans).toEqual(bans.json.banned)
    const banned = await as('alice', 'GET', '/banned/alice')
    expect(banned.json).toMatchObject([{ username: 'carol', kind: 'ban', reason: 'spam', bannedBy: 'bob' }])
    expect((await as('bob', 'DELETE', '/ban/alice/carol')).status).toBe(200)
    expect((await send('carol', 'back')).status).toBe(200)
    expect((await as('bob', 'GET', '/banned/alice')).json).toEqual([])
  })

  it.each(['ban', 'timeout'])(
    '[MOD-11] a %s deletes the messages of the user on every screen, for good',
    async (kind) => {
      const batched = await connect('alice', { coalesce: true })
      const single = await connect()
      const ids: string[] = []
      for (const text of ['one', 'two', 'three']) ids.push((await send('carol', `${kind} ${text}`)).json.data.id)
      const reply = { message: `an answer to ${kind}`, replyTo: ids[0] }
      const answer = (await as('dave', 'POST', '/messages/alice', reply)).json.data
      expect(answer.replyTo).toMatchObject({ username: 'carol' })
      await as('bob', 'PUT', '/pinned/alice', { messageId: ids[1] })
      expect((await as('bob', 'POST', `/${kind}/alice`, { username: 'carol' })).status).toBe(200)

      const deleted = await batched.next('user-messages-deleted')
      expect(deleted).toMatchObject({ channel: 'alice', username: 'carol', upToId: ids[2] })
      expect(deleted.fromId <= ids[0]!).toBe(true)
      for (const id of ids) await single.next('message-deleted', (received) => received === id)
      expect(single.received.map(({ name }) => name)).not.toContain('user-messages-deleted')
      expect(await single.next('config-changed', ({ pinned }) => pinned === null)).toBeTruthy()
      const { messages } = (await as(undefined, 'GET', '/messages/alice?limit=100')).json
      expect(messages.filter(({ username }: { username: string }) => username === 'carol')).toEqual([])
      expect(messages.at(-1)).toMatchObject({ id: answer.id, replyTo: null })
      // A client that was away asks for what was deleted.
      const { json: missed } = await as(undefined, 'GET', `/deletions/alice?since=${ids[0]}`)
      expect(missed.ids).toEqual(expect.arrayContaining(ids))

      const { entries } = (await as('alice', 'GET', '/log/alice?limit=1')).json
      expect(entries).toMatchObject([{ action: kind, target: 'carol', isRevertible: true }])
      expect((await as('alice', 'POST', `/log/alice/${entries[0].id}/revert`)).status).toBe(200)
      const again = (await send('carol', `${kind} is over`)).json.data
      const { messages: later } = (await as(undefined, 'GET', '/messages/alice?limit=100')).json
      const ofCarol = later.filter(({ username }: { username: string }) => username === 'carol')
      expect(ofCarol.map(({ id }: { id: string }) => id)).toEqual([again.id])
    },
  )

  it('[MOD-11] deletes very many messages in slices, and the newest 1,000 at most', async () => {
    const db = await openDatabase({ dataDir: chat.site.dataDir })
    const draft = { channel: 'dave', username: 'erin', message: 'x', kind: 'message', role: 'user' } as const
    const drafts = Array.from({ length: 350 }, () => ({ ...draft, replyTo: null, idempotencyKey: null }))
    for (let batch = 0; batch < 3; batch += 1) await commitMessages(db, drafts, Date.now())
    await db.destroy()
    const reader = await connect('dave', { coalesce: true })
    await as('dave', 'POST', '/timeout/dave', { username: 'erin' })
    const { messages } = (await as(undefined, 'GET', '/messages/dave?limit=100')).json
    expect(messages).toHaveLength(50)
    const slices = () => reader.received.filter(({ name }) => name === 'user-messages-deleted').length
    await expect.poll(slices).toBe(5)
    await as('dave', 'POST', '/unban/dave', { username: 'erin' })
  })

  it('[MOD-11] a message that is being stored while its writer is banned is deleted, too', async () => {
    const sent = Array.from({ length: 5 }, (_, n) => send('erin', `at the same time ${n}`))
    await as('bob', 'POST', '/ban/alice', { username: 'erin' })
    await Promise.all(sent)
    const { messages } = (await as(undefined, 'GET', '/messages/alice?limit=100')).json
    expect(messages.filter(({ username }: { username: string }) => username === 'erin')).toEqual([])
    await as('bob', 'POST', '/unban/alice', { username: 'erin' })
  })

  it("[CHAT-9] lets a moderator delete every message, the owner's included", async () => {
    const { id } = (await send('alice', 'mine')).json.data
    const reader = await connect()
    expect((await as('dave', 'DELETE', `/messages/alice/${id}`)).json.code).toBe('chat_not_allowed')
    expect(await as('bob', 'DELETE', `/messages/alice/${id}`)).toMatchObject({ status: 200, json: { success: true } })
    expect(await reader.next('message-deleted')).toBe(id)
    const { entries } = (await as('alice', 'GET', '/log/alice?limit=1')).json
    expect(entries).toMatchObject([{ actor: 'bob', action: 'delete', target: id, isRevertible: true }])
  })

  it('[T17] times a user out for ten minutes by default, and no longer', async () => {
    const answer = await as('bob', 'POST', '/timeout/alice', { username: 'carol' })
    expect(answer.status).toBe(200)
    const refused = await send('carol', 'x')
    expect(refused).toMatchObject({ status: 403, json: { code: 'chat_timed_out' } })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(limits.timeoutDefaultSeconds - 60)
    expect(seconds).toBeLessThanOrEqual(limits.timeoutDefaultSeconds)
    chat.site.moveClock(answer.json.expiresAt - 60_000 - (await serverNowMs()))
    expect((await send('carol', 'x')).status).toBe(403)
    chat.site.moveClock(60_000)
    expect((await send('carol', 'in time')).status).toBe(200)
  })

  it('does not allow restricting the owner, or moderators restricting each other', async () => {
    await as('alice', 'POST', '/moderators/alice', { username: 'erin' })
    for (const path of ['/ban/alice', '/timeout/alice']) {
      expect((await as('bob', 'POST', path, { username: 'alice' })).json.code).toBe('chat_owner_protected')
      expect((await as('bob', 'POST', path, { username: 'erin' })).json.code).toBe('chat_moderator_protected')
      expect((await as('bob', 'POST', path, { username: 'bob' })).json.code).toBe('chat_self')
    }
    expect((await as('bob', 'POST', '/moderators/alice', { username: 'dave' })).json.code).toBe('chat_owner_only')
    expect((await as('bob', 'DELETE', '/moderators/alice/erin')).json.code).toBe('chat_owner_only')
    expect((await as('alice', 'POST', '/timeout/alice', { username: 'erin', duration: '5' })).status).toBe(200)
    expect((await as('erin', 'POST', '/ban/alice', { username: 'dave' })).json.code).toBe('chat_not_allowed')
    expect((await as('erin', 'POST', '/unban/alice', { username: 'erin' })).status).toBeGreaterThanOrEqual(400)
    await as('alice', 'POST', '/unban/alice', { username: 'erin' })
    await as('alice', 'DELETE', '/moderators/alice/erin')
  })

  it('[T18] removes a moderator with effect from the next call, on every socket', async () => {
    await as('alice', 'POST', '/moderators/alice', { username: 'erin' })
    const socket = await connect('alice', { name: 'erin' })
    expect(await socket.next('standing')).toMatchObject({ role: 'moderator' })
    await as('alice', 'DELETE', '/moderators/alice/erin')
    expect(await socket.next('standing')).toMatchObject({ role: 'user' })
    for (const path of ['/ban/alice', '/timeout/alice', '/clear/alice']) {
      expect((await as('erin', 'POST', path, { username: 'dave' })).status).toBe(403)
    }
    await as('alice', 'POST', '/clear/alice')
    await socket.next('chat-cleared')
    expect(socket.received.map(({ name }) => name)).not.toContain('log-entry')
  })

  it('lets moderators and the sender delete a message, and nobody else', async () => {
    const reader = await connect()
    const { id } = (await send('carol', 'gone soon')).json.data
    expect((await as('dave', 'DELETE', `/messages/alice/${id}`)).json.code).toBe('chat_not_allowed')
    expect((await as('bob', 'DELETE', `/messages/alice/${id}`)).json).toEqual({ success: true })
    expect(await reader.next('message-deleted')).toBe(id)
    expect((await as('bob', 'DELETE', `/messages/alice/${id}`)).json.code).toBe('chat_message_not_found')
    expect(
      (await as(undefined, 'GET', '/messages/alice')).json.messages.map(({ id }: { id: string }) => id),
    ).not.toContain(id)
    const own = (await send('carol', 'my mistake')).json.data
    expect((await as('carol', 'DELETE', `/messages/alice/${own.id}`)).status).toBe(200)
  })

  it('pins, announces, logs, and reverts logged actions', async () => {
    const moderator = await connect('alice', { name: 'bob' })
    const reader = await connect()
    const { data } = (await send('carol', 'pin me')).json
    await as('bob', 'PUT', '/pinned/alice', { messageId: data.id })
    expect(await reader.next('config-changed')).toMatchObject({ pinned: data })
    await as('bob', 'PUT', '/pinned/alice', { messageId: null })
    expect((await as(undefined, 'GET', '/config/alice')).json.pinned).toBeNull()
    const announcement = await as('bob', 'POST', '/announcement/alice', { message: 'We begin' })
    expect(await reader.next('chat-message', ({ kind }) => kind === 'announcement')).toEqual(announcement.json.data)
    expect((await as('carol', 'POST', '/announcement/alice', { message: 'x' })).status).toBe(403)

    await as('bob', 'POST', '/ban/alice', { username: 'carol', reason: 'by mistake' })
    await as('alice', 'POST', '/clear/alice')
    expect((await as(undefined, 'GET', '/messages/alice')).json.messages).toEqual([])
    expect((await as('carol', 'GET', '/log/alice')).status).toBe(403)
    const { entries } = (await as('alice', 'GET', '/log/alice?limit=10')).json
    expect(entries.slice(0, 5)).toMatchObject([
      { actor: 'alice', action: 'clear' },
      { actor: 'bob', action: 'ban', target: 'carol', reason: 'by mistake', isRevertible: true },
      { action: 'announce', isRevertible: false },
      { action: 'unpin' },
      { action: 'pin', target: data.id },
    ])
    expect(await moderator.next('log-entry', ({ action }) => action === 'ban')).toMatchObject({ target: 'carol' })
    const revert = (entry: { id: string }) => as('alice', 'POST', `/log/alice/${entry.id}/revert`)
    expect((await revert(entries[0])).status).toBe(200)
    expect((await as(undefined, 'GET', '/messages/alice')).json.messages.at(-1)).toEqual(announcement.json.data)
    expect((await reader.next('messages-restored')).messages.at(-1)).toEqual(announcement.json.data)
    expect((await revert(entries[1])).status).toBe(200)
    expect((await send('carol', 'free again')).status).toBe(200)
    expect((await revert(entries[1])).json.code).toBe('chat_not_revertible')
    expect((await revert(entries[2])).json.code).toBe('chat_not_revertible')
    expect(reader.received.map(({ name }) => name)).not.toContain('log-entry')
  })

  it('reverts entries of an older version, which stored the previous value as `former`', async () => {
    const { data: message } = (await send('carol', 'pinned before')).json
    const createdAtMs = await serverNowMs()
    const ban = { username: 'erin', kind: 'ban', reason: 'as before', createdBy: 'bob', createdAtMs, expiresAtMs: null }
    const fields = { actor: 'alice', reason: null, createdAtMs }
    const ids = ['unban', 'settings', 'unpin'].map((action) => entryIdPrefix(createdAtMs) + action.padEnd(10, '0'))
    const [unban = '', settings = '', unpin = ''] = ids
    const db = await openDatabase({ dataDir: chat.site.dataDir })
    await insertLogEntries(db, 'alice', [
      { ...fields, id: unban, action: 'unban', target: 'erin', details: { former: ban } },
      {
        ...fields,
        id: settings,
        action: 'settings',
        target: null,
        details: { former: { moderatorsMayChangeRules: true } },
      },
      { ...fields, id: unpin, action: 'unpin', target: message.id, details: { former: message.id } },
    ])
    await db.destroy()

    const revert = (name: string, entry: string) => as(name, 'POST', `/log/alice/${entry}/revert`)
    expect(await revert('bob', settings)).toMatchObject({ status: 403, json: { code: 'chat_owner_only' } })
    for (const entry of ids) expect((await revert('alice', entry)).status).toBe(200)
    expect((await as('bob', 'GET', '/banned/alice')).json).toMatchObject([{ username: 'erin', reason: 'as before' }])
    const config = (await as(undefined, 'GET', '/config/alice')).json
    expect(config).toMatchObject({ moderatorsMayChangeRules: true, pinned: { id: message.id } })
    const { entries } = (await as('alice', 'GET', '/log/alice?limit=10')).json
    const logged = entries.find(({ id }: { id: string }) => id === unpin)
    expect(logged.details).toEqual({ previous: message.id })

    await as('alice', 'POST', '/unban/alice', { username: 'erin' })
    await as('alice', 'PUT', '/config/alice', { moderatorsMayChangeRules: false })
    await as('alice', 'PUT', '/pinned/alice', { messageId: null })
  })

  it('lets moderators change rules and clear the chat only if the owner allows it', async () => {
    const reader = await connect()
    const lastEntry = async () => (await as('alice', 'GET', '/log/alice?limit=1')).json.entries[0].id as string
    const revert = (name: string, entry: string) => as(name, 'POST', `/log/alice/${entry}/revert`)
    const config = async () => (await as(undefined, 'GET', '/config/alice')).json
    const refused = { status: 403, json: { code: 'chat_owner_only' } }
    await as('alice', 'PUT', '/config/alice', { emoteOnly: true })
    const byOwner = await lastEntry()
    const expectRefused = async () => {
      expect(await as('bob', 'PUT', '/config/alice', { emoteOnly: false })).toMatchObject(refused)
      expect(await as('bob', 'PUT', '/config/alice', { moderatorsMayChangeRules: true })).toMatchObject(refused)
      expect(await as('bob', 'POST', '/clear/alice')).toMatchObject(refused)
      expect(await revert('bob', byOwner)).toMatchObject(refused)
    }
    expect(await config()).toMatchObject({ moderatorsMayChangeRules: false })
    await expectRefused()

    await as('alice', 'PUT', '/config/alice', { moderatorsMayChangeRules: true })
    const permission = await lastEntry()
    expect(await reader.next('config-changed', (config) => config.moderatorsMayChangeRules)).toMatchObject({
      emoteOnly: true,
    })
    expect((await as('bob', 'PUT', '/config/alice', { blockedWords: ['x'] })).json).toMatchObject({ emoteOnly: true })
    expect((await as('bob', 'POST', '/clear/alice')).status).toBe(200)
    expect((await revert('bob', await lastEntry())).status).toBe(200)
    // A moderator cannot grant or withdraw the permission: not alone, not together with other rules, not by reverting.
    for (const moderatorsMayChangeRules of [true, false]) {
      const update = { slowMode: true, moderatorsMayChangeRules }
      expect(await as('bob', 'PUT', '/config/alice', update)).toMatchObject(refused)
    }
    expect(await as('bob', 'PUT', '/config/alice', { moderators: ['bob', 'carol'] })).toMatchObject(refused)
    expect(await revert('bob', permission)).toMatchObject(refused)
    expect(await config()).toMatchObject({ slowMode: false, moderatorsMayChangeRules: true })
    // Reverting restores the rules from before the entry, but not the permission of moderators at that time.
    expect((await revert('bob', byOwner)).status).toBe(200)
    expect(await config()).toMatchObject({ emoteOnly: false, moderatorsMayChangeRules: true })

    for (const path of ['/config/alice', '/clear/alice']) {
      const method = path.startsWith('/config') ? 'PUT' : 'POST'
      expect((await as('carol', method, path, { slowMode: true })).json.code).toBe('chat_not_allowed')
    }
    await as('alice', 'POST', '/timeout/alice', { username: 'bob' })
    expect((await as('bob', 'POST', '/clear/alice')).json.code).toBe('chat_not_allowed')
    await as('alice', 'POST', '/unban/alice', { username: 'bob' })

    expect((await revert('alice', permission)).status).toBe(200)
    expect(await config()).toMatchObject({ moderatorsMayChangeRules: false })
    await as('alice', 'PUT', '/config/alice', { emoteOnly: false, blockedWords: [] })
    await expectRefused()
  })

  it('[T17] stays in force after a restart', async () => {
    await as('alice', 'POST', '/ban/alice', { username: 'dave', reason: 'for good' })
    await as('alice', 'PUT', '/config/alice', { slowMode: true, slowModeInterval: 77 })
    const { data } = (await send('alice', 'before the restart')).json
    await chat.site.restart()
    expect((await send('dave', 'x')).json).toMatchObject({
      code: 'chat_banned',
      message: expect.stringContaining('for good'),
    })
    expect((await as('bob', 'GET', '/config/alice')).json).toMatchObject({ slowModeInterval: 77, moderators: ['bob'] })
    expect((await as(undefined, 'GET', '/messages/alice?limit=1')).json.messages).toEqual([data])
    const reader = await connect('alice', { name: 'dave' })
    expect(await reader.next('standing')).toMatchObject({ restriction: { kind: 'ban' } })
    await as('alice', 'PUT', '/config/alice', { slowMode: false })
    await as('alice', 'POST', '/unban/alice', { username: 'dave' })
  })

  async function serverNowMs(): Promise<number> {
    return (await send('alice', 'what is the time?')).json.data.timestamp
  }
})

describe('permissions', () => {
  const calls: [string, string, unknown?][] = [
    ['PUT', '/config/alice', { slowMode: false }],
    ['POST', '/ban/alice', { username: 'frank' }],
    ['DELETE', '/ban/alice/frank'],
    ['POST', '/unban/alice', { username: 'frank' }],
    ['GET', '/bans/alice'],
    ['GET', '/banned/alice'],
    ['POST', '/timeout/alice', { username: 'frank' }],
    ['POST', '/clear/alice'],
    ['POST', '/moderators/alice', { username: 'frank' }],
    ['DELETE', '/moderators/alice/frank'],
    ['PUT', '/pinned/alice', { messageId: null }],
    ['POST', '/announcement/alice', { message: 'x' }],
    ['GET', '/log/alice'],
    ['POST', `/log/alice/${'0'.repeat(19)}/revert`],
  ]

  it.each(calls)('%s %s is for the owner and moderators', async (method, path, body) => {
    expect((await as(undefined, method, path, body)).status).toBe(401)
    expect((await as('dave', method, path, body)).status).toBe(403)
    const owner = await as('alice', method, path, body)
    expect([200, 404]).toContain(owner.status)
    const isOwnerOnly = ['/moderators', '/config', '/clear'].some((start) => path.startsWith(start))
    expect((await as('bob', method, path, body)).status).toBe(isOwnerOnly ? 403 : owner.status)
  })
})
