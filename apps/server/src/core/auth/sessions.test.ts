import { createHash } from 'node:crypto'
import { limits } from '@waggle/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectChat } from '../../testing/chat/chat-client.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site?.close())
beforeEach(() => site.nextClient())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'

async function signIn(username: string, userAgent = firefox): Promise<string> {
  const { challenge } = (await site.request('GET', '/api/auth/challenge')).json
  const body = { username, challenge, signature: await signAs(username, challenge) }
  return (await site.request('POST', '/api/auth/hive', { body, headers: { 'user-agent': userAgent } })).json.token
}
const list = (token: string) => site.request('GET', '/api/auth/sessions', { token })
const verify = async (token: string) => (await site.request('POST', '/api/auth/verify', { token })).status
const idOf = async (token: string) =>
  (await list(token)).json.sessions.find((session: { isCurrent: boolean }) => session.isCurrent).id

it('[AUTH-26] lists the sessions of the caller, without what could be used to sign in or to trace a browser', async () => {
  const startMs = Date.now()
  const [first, second] = [await signIn('alice'), await signIn('alice', 'curl/8.5.0')]
  await signIn('bob')
  const answer = await list(first)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const times = { createdAt: expect.any(Number), lastUsedAt: expect.any(Number), expiresAt: expect.any(Number) }
  const id = expect.stringMatching(/^[0-9a-f]{32}$/)
  expect(answer.json.sessions).toEqual([
    { id, browser: 'Firefox', system: 'Linux', ...times, isCurrent: true },
    { id, browser: null, system: null, ...times, isCurrent: false },
  ])
  for (const { createdAt, lastUsedAt, expiresAt } of answer.json.sessions) {
    expect(createdAt).toBeGreaterThanOrEqual(startMs)
    expect(lastUsedAt).toBeGreaterThanOrEqual(createdAt)
    expect(expiresAt).toBe(createdAt + 30 * 24 * 60 * 60_000)
  }
  for (const token of [first, second]) {
    const hash = createHash('sha256').update(token).digest('hex')
    for (const secret of [token, hash, hash.slice(0, 32), '146.0', '127.0.0.1'])
      expect(answer.text).not.toContain(secret)
  }
})

it('[API-20] ends one session, of the caller only', async () => {
  const [mine, other, bob] = [await signIn('carol'), await signIn('carol'), await signIn('bob')]
  const end = (id: string, token = mine) => site.request('DELETE', `/api/auth/sessions/${id}`, { token })
  const otherId = await idOf(other)
  expect((await end(otherId, bob)).json.code).toBe('session_not_found')
  expect(await verify(other)).toBe(200)
  expect((await end(otherId)).status).toBe(200)
  expect(await verify(other)).toBe(401)
  expect(await end(otherId)).toMatchObject({ status: 404, json: { code: 'session_not_found' } })
  expect((await end('not-an-id')).json.code).toBe('invalid_request')
  expect((await end(await idOf(mine))).status).toBe(200)
  expect(await verify(mine)).toBe(401)
  expect(await verify(bob)).toBe(200)
})

it('[API-20] ends all sessions but the one that asks', async () => {
  const tokens = [await signIn('dave'), await signIn('dave'), await signIn('dave')]
  const answer = await site.request('DELETE', '/api/auth/sessions', { token: tokens[1]! })
  expect(answer.json).toEqual({ success: true, ended: 2 })
  expect(await Promise.all(tokens.map(verify))).toEqual([401, 200, 401])
  expect((await list(tokens[1]!)).json.sessions).toHaveLength(1)
})

it('[AUTH-17] a sign-in beyond the most that an account may have ends the session that was used longest ago', async () => {
  const tokens: string[] = []
  for (let n = 0; n < limits.sessionsPerAccount; n += 1) tokens.push(await signIn('erin'))
  expect(await verify(tokens[0]!)).toBe(200)
  tokens.push(await signIn('erin'))
  expect(await verify(tokens[0]!)).toBe(401)
  expect(await verify(tokens[1]!)).toBe(200)
  expect((await list(tokens[1]!)).json.sessions).toHaveLength(limits.sessionsPerAccount)
})

describe('[AUTH-25] an ended session takes its name from its sockets, which go on reading', () => {
  it.each<[string, (token: string, owner: string) => Promise<unknown>]>([
    ['logging out', (token) => site.request('POST', '/api/auth/logout', { token })],
    [
      'its user',
      async (token, owner) => site.request('DELETE', `/api/auth/sessions/${await idOf(token)}`, { token: owner }),
    ],
    ['its user, with all others', (_token, owner) => site.request('DELETE', '/api/auth/sessions', { token: owner })],
  ])('ended by %s', async (_by, end) => {
    const [owner, token] = [await signIn('frank'), await signIn('frank')]
    const client = await connectChat(site.url, { address: '10.8.1.1' })
    expect(await client.join('frank', { token })).toMatchObject({ ok: true, standing: { role: 'owner' } })
    const names = async () => (await site.request('GET', '/api/chat/presence/frank')).json.users
    expect(await names()).toEqual(['frank'])
    await end(token, owner)
    expect(await client.next('auth-error')).toMatchObject({ code: 'session_invalid' })
    expect(await names()).toEqual([])
    // The owner's log is for the owner's sockets.
    await site.request('PUT', '/api/chat/config/frank', { token: owner, body: { slowMode: false } })
    await site.request('POST', '/api/chat/messages/frank', { token: owner, body: { message: 'still read' } })
    await client.next('chat-message', ({ message }) => message === 'still read')
    expect(client.received.filter(({ name }) => name === 'log-entry')).toEqual([])
    client.close()
    await site.request('POST', '/api/auth/logout', { token: owner })
  })
})
