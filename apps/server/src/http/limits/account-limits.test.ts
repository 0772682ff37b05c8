import { type Endpoint, endpoints } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '../../db/open.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { trustedSessions } from '../../testing/core/trusted-sessions.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { createHttp } from '../http.ts'
import { route } from '../route.ts'
import { openSession } from '../sessions/sessions.ts'
import { accountLimitOf } from './account-limits.ts'

const names = Object.keys(routes) as EndpointName[]
const withSession = names.filter((name) => (endpoints[name] as Endpoint).auth === 'session')
const writing = withSession.filter((name) => !routes[name].startsWith('GET '))

let folder: string
let db: Db
let url: string
const state = createMemoryState()
const app = createHttp(pino({ level: 'silent' }))
let handled = 0
const tokens: Record<string, string> = {}

beforeAll(async () => {
  folder = await temporaryFolder('account-limits')
  db = await openDatabase({ dataDir: folder })
  const sessionKeys = { isValid: async ({ publicKey }: { publicKey: string }) => publicKey === 'STM-of-the-account' }
  const context = { db, state, now: Date.now, ...trustedSessions, sessionKeys }
  for (const name of withSession) {
    route(app, context, name, async ({ reply }) => {
      handled += 1
      return reply.send() as never
    })
  }
  for (const name of ['alice', 'bob']) tokens[name] = await signIn(name)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await state.close()
  await db?.destroy()
  await removeFolder(folder)
})

async function signIn(username: string, publicKey = 'STM-of-the-account'): Promise<string> {
  return (await openSession({ db, now: Date.now }, { username, publicKey })).token
}

/** Calls the endpoint with a body that it would refuse. */
async function callBadly(name: EndpointName, token?: string) {
  const [method = '', path = ''] = routes[name].split(' ')
  const response = await fetch(url + path.replace(/:\w+/g, '-'), {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(method !== 'GET' && { body: '{"broken' }),
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code, retryAfterSeconds: Number(response.headers.get('retry-after')) }
}

describe('[LIMIT-5]', () => {
  it('every call with which a signed-in user changes something has a limit, and no other call', () => {
    expect(writing.length).toBeGreaterThan(25)
    expect(names.filter(accountLimitOf)).toEqual(writing)
  })

  it.each(writing)('%s is refused beyond the limit of its account, before its body is judged', async (name) => {
    const limit = accountLimitOf(name)!
    const key = `limit-of-${name}`
    const token = await signIn(key)
    for (let n = 0; n < limit.points; n += 1) await state.consume(limit, key)
    const answer = await callBadly(name, token)
    expect(answer).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(answer.retryAfterSeconds).toBeGreaterThan(0)
    // Other accounts go on.
    expect((await callBadly(name, tokens.bob)).status).not.toBe(429)
  })

  it('endpoints of one limit share it', async () => {
    const limit = accountLimitOf('follow')!
    for (let n = 0; n < limit.points; n += 1) await callBadly('follow', tokens.alice)
    expect((await callBadly('unfollow', tokens.alice)).status).toBe(429)
  })
})

it.each(withSession)('[T11] %s without a session is refused before its body is read', async (name) => {
  const before = handled
  expect(await callBadly(name)).toMatchObject({ status: 401, code: 'authentication_required' })
  expect(await callBadly(name, 'x'.repeat(43))).toMatchObject({ status: 401, code: 'session_invalid' })
  expect(handled).toBe(before)
})

describe('[AUTH-24] with a session whose key the account has dropped', () => {
  it.each(writing)('%s is refused before its body is judged', async (name) => {
    const before = handled
    const token = await signIn(`dropped-by-${name}`, 'STM-dropped')
    expect(await callBadly(name, token)).toMatchObject({ status: 401, code: 'session_invalid' })
    expect(handled).toBe(before)
  })
})
