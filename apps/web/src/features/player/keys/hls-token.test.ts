import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, refusal, unreachable } from '../../../testing/fake-server.ts'
import { createHlsTokenSource, type ViewerSession } from './hls-token.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'
const hourMs = 3_600_000

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const alice = { user: 'alice', token: 'session-of-alice' }

function setUp({
  isRefreshing = true,
  lifeMs = hourMs,
  stored = new Map<string, string>(),
  session = (): ViewerSession | undefined => undefined,
} = {}) {
  let count = 0
  let isReachable = true
  const { api, calls } = fakeServer(({ path }) => {
    if (!isReachable) return unreachable
    if (path === '/api/hls/refresh-token' && !isRefreshing) {
      return refusal(401, 'hls_token_expired', 'The stream token has expired')
    }
    return json({ token: `token-${++count}`, expiresAt: Date.now() + lifeMs })
  })
  const abort = new AbortController()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const tokens = createHlsTokenSource({ api, streamId, session, signal: abort.signal, storage })
  const setReachable = (value: boolean) => {
    isReachable = value
  }
  return { tokens, calls, abort, setReachable, paths: () => calls.map(({ path }) => path) }
}

test('[F13, PLAYER-10] a token is refreshed 5 minutes before it expires, again and again', async () => {
  const { tokens, calls } = setUp()
  expect(tokens.current()).toBeUndefined()
  await tokens.obtain()
  expect(tokens.current()).toBe('token-1')
  await vi.advanceTimersByTimeAsync(55 * 60_000 - 1)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2)
  expect(calls[1]).toMatchObject({ path: '/api/hls/refresh-token', body: { token: 'token-1' } })
  expect(tokens.current()).toBe('token-2')
  await vi.advanceTimersByTimeAsync(55 * 60_000)
  expect(tokens.current()).toBe('token-3')
  tokens.close()
})

test('[F13] when the refresh is refused, a new token is requested', async () => {
  const { tokens, paths } = setUp({ isRefreshing: false })
  await tokens.obtain()
  await vi.advanceTimersByTimeAsync(55 * 60_000 + 1)
  expect(paths()).toEqual([`/api/hls/token/${streamId}`, '/api/hls/refresh-token', `/api/hls/token/${streamId}`])
  expect(tokens.current()).toBe('token-2')
  tokens.close()
})

test('[F13] while the server is unreachable the old token is kept and the refresh retried', async () => {
  const { tokens, setReachable } = setUp()
  await tokens.obtain()
  setReachable(false)
  await vi.advanceTimersByTimeAsync(56 * 60_000)
  expect(tokens.current()).toBe('token-1')
  setReachable(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(tokens.current()).toBe('token-2')
  tokens.close()
})

test('[F13] a token that lives for 20 s is refreshed after half of its life, so it never expires', async () => {
  const { tokens, paths } = setUp({ lifeMs: 20_000 })
  await tokens.obtain()
  for (let second = 1; second <= 600; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    expect(tokens.current()).toBe(`token-${1 + Math.floor(second / 10)}`)
  }
  expect(new Set(paths().slice(1))).toEqual(new Set(['/api/hls/refresh-token']))
  tokens.close()
})

test('[F13] a failed refresh is retried while the old token is still valid', async () => {
  const { tokens, setReachable } = setUp({ lifeMs: 20_000 })
  await tokens.obtain()
  await vi.advanceTimersByTimeAsync(9000)
  setReachable(false)
  await vi.advanceTimersByTimeAsync(2000)
  setReachable(true)
  await vi.advanceTimersByTimeAsync(8000)
  expect(tokens.current()).toBe('token-2')
  tokens.close()
})

test('renewal resolves when a new token has arrived', async () => {
  const { tokens, setReachable } = setUp()
  await tokens.obtain()
  let renewals = 0
  void tokens.renewal().then(() => renewals++)
  setReachable(false)
  await tokens.replace()
  expect([renewals, tokens.current()]).toEqual([0, 'token-1'])
  setReachable(true)
  await tokens.replace()
  expect([renewals, tokens.current()]).toEqual([1, 'token-2'])
  tokens.close()
})

test('no token is requested before the time of a retry-after answer', async () => {
  let isBusy = true
  const { api, calls } = fakeServer(() => {
    if (isBusy) return Response.json({ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '40' } })
    return json({ token: 'token', expiresAt: Date.now() + hourMs })
  })
  const tokens = createHlsTokenSource({ api, streamId, signal: new AbortController().signal })
  await tokens.replace()
  isBusy = false
  await vi.advanceTimersByTimeAsync(39_000)
  await tokens.replace()
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  await tokens.replace()
  expect(tokens.current()).toBe('token')
  tokens.close()
})

test('a first token that is refused for too many requests is requested again when the server says, without an end', async () => {
  let refusals = 5
  const { api, calls } = fakeServer(() => {
    if (refusals-- > 0) return Response.json({ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '2' } })
    return json({ token: 'token', expiresAt: Date.now() + hourMs })
  })
  const tokens = createHlsTokenSource({ api, streamId, signal: new AbortController().signal })
  const obtained = tokens.obtain()
  await vi.advanceTimersByTimeAsync(1999)
  expect([calls.length, tokens.isRateLimited()]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(1002)
  expect(calls).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(4 * 3000)
  await obtained
  expect([calls.length, tokens.current(), tokens.isRateLimited()]).toEqual([6, 'token', false])
  tokens.close()
})

test('[T27] a viewer who reloads while tokens are limited stays the same one', async () => {
  const stored = new Map([[`hls-token ${streamId} `, 'token-before']])
  let isBusy = true
  const { api, calls } = fakeServer(() =>
    isBusy
      ? Response.json({ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '1' } })
      : json({ token: 'token', expiresAt: Date.now() + hourMs }),
  )
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const tokens = createHlsTokenSource({ api, streamId, signal: new AbortController().signal, storage })
  const obtained = tokens.obtain()
  await vi.advanceTimersByTimeAsync(500)
  isBusy = false
  await vi.advanceTimersByTimeAsync(2000)
  await obtained
  expect(calls.map(({ path, body }) => [path, body])).toEqual(
    Array(2).fill(['/api/hls/refresh-token', { token: 'token-before' }]),
  )
  tokens.close()
})

test('waiting for a turn ends with the player', async () => {
  const { api, calls } = fakeServer(() => Response.json({ code: 'rate_limited' }, { status: 429 }))
  const abort = new AbortController()
  const obtained = createHlsTokenSource({ api, streamId, signal: abort.signal }).obtain()
  const failed = expect(obtained).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(100)
  abort.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  await failed
  expect(calls).toHaveLength(1)
})

test('obtaining the first token throws what the API threw', async () => {
  const { tokens, setReachable } = setUp()
  setReachable(false)
  await expect(tokens.obtain()).rejects.toMatchObject({ name: 'NetworkError' })
  expect(vi.getTimerCount()).toBe(0)
})

test('concurrent replacements share one request', async () => {
  const { tokens, calls } = setUp()
  await Promise.all([tokens.replace(), tokens.replace(), tokens.replace()])
  expect(calls).toHaveLength(1)
  await tokens.replace()
  expect(calls).toHaveLength(2)
  tokens.close()
})

test.each([-hourMs, -1, 1, 500])(
  'an expiry in %i ms, which a wrong clock can cause, does not lead to a busy loop',
  async (inMs) => {
    const { api, calls } = fakeServer(() => json({ token: 'old', expiresAt: Date.now() + inMs }))
    const tokens = createHlsTokenSource({ api, streamId, signal: new AbortController().signal })
    await tokens.obtain()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls.length).toBeLessThanOrEqual(16)
    tokens.close()
  },
)

test.each([-24 * hourMs, 24 * hourMs])(
  '[T26] a token is refreshed before it expires on a device whose clock is %i ms off',
  async (offsetMs) => {
    const serverNow = () => Date.now() - offsetMs
    const { api, calls } = fakeServer(() => json({ token: 'next', expiresAt: serverNow() + 20_000 }))
    const { signal } = new AbortController()
    const tokens = createHlsTokenSource({ api, streamId, signal, serverNow })
    await tokens.obtain()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls.map(({ path }) => path)).toEqual([
      `/api/hls/token/${streamId}`,
      ...Array.from({ length: 6 }, () => '/api/hls/refresh-token'),
    ])
    tokens.close()
  },
)

test('after close nothing is sent except the leave call', async () => {
  const { tokens, paths, abort } = setUp()
  await tokens.obtain()
  abort.abort()
  tokens.close()
  await vi.advanceTimersByTimeAsync(3 * hourMs)
  expect(paths()).toEqual([`/api/hls/token/${streamId}`, '/api/hls/leave'])
})

test('[T27] after a reload of the page it is the same viewer', async () => {
  const stored = new Map<string, string>()
  const before = setUp({ stored })
  await before.tokens.obtain()
  before.tokens.close()
  const after = setUp({ stored })
  await after.tokens.obtain()
  expect(after.calls).toHaveLength(1)
  expect(after.calls[0]).toMatchObject({ path: '/api/hls/refresh-token', body: { token: 'token-1' } })
  after.tokens.close()
})

test.each([
  ['logs in', undefined, alice],
  ['logs out', alice, undefined],
  ['changes the account', alice, { user: 'bob', token: 'session-of-bob' }],
])('a viewer who %s between two loads of the page gets a separate token', async (_change, before, after) => {
  const stored = new Map<string, string>()
  const first = setUp({ stored, session: () => before })
  await first.tokens.obtain()
  first.tokens.close()
  const second = setUp({ stored, session: () => after })
  await second.tokens.obtain()
  expect(second.calls).toEqual([
    expect.objectContaining({
      path: `/api/hls/token/${streamId}`,
      authorization: after ? `Bearer ${after.token}` : null,
    }),
  ])
  second.tokens.close()
  // The first token is used again when the first login returns.
  const third = setUp({ stored, session: () => before })
  await third.tokens.obtain()
  expect(third.calls[0]).toMatchObject({ path: '/api/hls/refresh-token', body: { token: 'token-1' } })
  third.tokens.close()
})

test('a viewer who logs in while watching gets a separate token at the next refresh', async () => {
  let login: ViewerSession | undefined
  const stored = new Map<string, string>()
  const { tokens, calls } = setUp({ stored, session: () => login })
  await tokens.obtain()
  login = alice
  await vi.advanceTimersByTimeAsync(55 * 60_000 + 1)
  expect(calls[1]).toMatchObject({ path: `/api/hls/token/${streamId}`, authorization: `Bearer ${alice.token}` })
  expect(stored.get(`hls-token ${streamId} alice`)).toBe('token-2')
  tokens.close()
})

test('a stored token that has expired is replaced by a new one', async () => {
  const stored = new Map([[`hls-token ${streamId} `, 'token-of-yesterday']])
  const { tokens, paths } = setUp({ stored, isRefreshing: false })
  await tokens.obtain()
  expect(paths()).toEqual(['/api/hls/refresh-token', `/api/hls/token/${streamId}`])
  expect(tokens.current()).toBe('token-1')
  tokens.close()
})

test('a refresh that was missed while the tab slept is made up for once, at once', async () => {
  const { tokens, paths } = setUp()
  await tokens.obtain()
  tokens.refreshIfDue()
  expect(paths()).toHaveLength(1)
  // The clock advances but timers do not run.
  vi.setSystemTime(Date.now() + hourMs)
  tokens.refreshIfDue()
  tokens.refreshIfDue()
  await vi.advanceTimersByTimeAsync(0)
  expect(paths().slice(1)).toEqual(['/api/hls/refresh-token'])
  expect(tokens.current()).toBe('token-2')
  tokens.close()
})

test('closing the player tells the server that the viewer has left', async () => {
  const { tokens, calls } = setUp()
  tokens.leave()
  expect(calls).toEqual([])
  await tokens.obtain()
  tokens.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls[1]).toMatchObject({ path: '/api/hls/leave', body: { token: 'token-1' } })
})
