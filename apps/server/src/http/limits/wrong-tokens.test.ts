import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { createRedisState } from '../../shared-state/redis.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { trustedSessions } from '../../testing/core/trusted-sessions.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { createHttp } from '../http.ts'
import { route } from '../route.ts'
import { openSession, type SessionContext } from '../sessions/sessions.ts'
import { limitWrongTokens } from './wrong-tokens.ts'

// The limit does not end during the test.
const limit = { name: 'wrong-token', points: 5, perSeconds: 600 }
const wrong = 'w'.repeat(43)

/** Two processes that share `state`, with one endpoint that requires a session and one that does not. */
async function openSite(states: readonly [SharedState, SharedState]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-tokens-'))
  const db = await openDatabase({ dataDir })
  const context = { db, now: Date.now, ...trustedSessions }
  const { token } = await openSession(context, { username: 'alice', publicKey: 'STM' })
  const apps = await Promise.all(states.map((state) => openProcess(context, state)))
  onTestFinished(async () => {
    for (const { app } of apps) await app.close()
    for (const state of new Set(states)) await state.close()
    await db.destroy()
    await rm(dataDir, { recursive: true })
  })
  async function call(
    process: number,
    bearer: string | undefined,
    { address = '203.0.113.1', of = 'standing' } = {},
  ): Promise<{ status: number; code?: string; retryAfter: number }> {
    const headers = { 'x-forwarded-for': address, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) }
    const answer = await fetch(`${apps[process]?.url}/api/chat/${of}/alice`, { headers })
    const { code } = (await answer.json()) as { code?: string }
    return { status: answer.status, ...(code && { code }), retryAfter: Number(answer.headers.get('retry-after')) }
  }
  return { call, token }
}

async function openProcess(sessions: SessionContext, state: SharedState) {
  const context = { ...trustedSessions, ...sessions, state }
  const app = createHttp(pino({ level: 'silent' }))
  limitWrongTokens(app, state, limit)
  route(app, context, 'getChatStanding', async ({ params, session }) => ({
    channel: params.channel,
    username: session.username,
    role: 'user' as const,
    restriction: null,
  }))
  route(app, context, 'getChatPresence', async ({ params }) => ({
    channel: params.channel,
    viewers: 0,
    users: [],
    moderators: [],
  }))
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

const stores = {
  async memory() {
    const state = createMemoryState()
    return [state, state] as const
  },
  async redis() {
    const server = await startRedis()
    onTestFinished(() => server.close())
    const failOnError = (error: Error) => {
      throw error
    }
    return [await createRedisState(server.url, failOnError), await createRedisState(server.url, failOnError)] as const
  },
}

it.each(Object.entries(stores))('refuses an address with too many wrong tokens, counted in %s', async (_name, open) => {
  const { call, token } = await openSite(await open())
  for (let n = 0; n < 6; n += 1) expect((await call(n % 2, wrong)).code).toBe('session_invalid')
  // The process that counted the first excess refuses the next call; the other one counts once more.
  const refused = await call(1, wrong)
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(refused.retryAfter).toBeGreaterThan(300)
  expect((await call(1, token)).status).toBe(429)

  expect((await call(1, token, { address: '203.0.113.2' })).status).toBe(200)
  expect((await call(1, wrong, { of: 'presence' })).status).toBe(200)
  expect((await call(1, undefined)).code).toBe('authentication_required')
})

it('[LIMIT-3] counts an IPv6 /64 as one address', async () => {
  const { call, token } = await openSite(await stores.memory())
  for (let n = 0; n < 6; n += 1) await call(0, wrong, { address: `2001:db8:0:1::${n}` })
  expect((await call(0, token, { address: '2001:db8:0:1::9' })).status).toBe(429)
  expect((await call(0, token, { address: '2001:db8:0:2::9' })).status).toBe(200)
})

it('does not count calls without a token or with a valid one', async () => {
  const { call, token } = await openSite(await stores.memory())
  for (let n = 0; n < 10; n += 1) expect((await call(0, undefined)).status).toBe(401)
  for (let n = 0; n < 10; n += 1) expect((await call(0, token)).status).toBe(200)
})
