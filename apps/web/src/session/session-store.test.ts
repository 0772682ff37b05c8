import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api/api-error.ts'
import { fakeServer, json, type ReceivedCall, refusal, unreachable } from '../testing/fake-server.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { createSessionStore, type Timers } from './session-store.ts'

const token = 'token-of-alice-0123456789'
const stored = { 'waggle.user': 'alice', 'waggle.token': token }
const renewed = { isExpired: false, isRenewalPutOff: false, restrictions: [] }
const loggedOut = { isAuthenticated: false, user: null, token: null, loading: false, error: null, ...renewed }
const asAlice = { isAuthenticated: true, user: 'alice', token, loading: false, error: null, ...renewed }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const timers = globalThis as unknown as Timers

function setUp({
  storage = memoryStorage(stored),
  answer = (): Response | Error | Promise<Response> => json({ success: true, username: 'alice' }),
}: {
  storage?: ReturnType<typeof memoryStorage>
  answer?: (call: ReceivedCall) => Response | Error | Promise<Response>
} = {}) {
  const { api, calls } = fakeServer(answer)
  const store = createSessionStore({
    api,
    storage,
    // Looked up at each call, because each test replaces them with a fake clock.
    timers: {
      setTimeout: (run, delayMs) => timers.setTimeout(run, delayMs),
      clearTimeout: (id) => timers.clearTimeout(id),
      setInterval: (run, intervalMs) => timers.setInterval(run, intervalMs),
      clearInterval: (id) => timers.clearInterval(id),
    },
  })
  return { store, calls, storage, stop: store.start() }
}

/** Delivers pending answers while advancing the clock by no more than a millisecond. */
const settle = () => vi.advanceTimersByTimeAsync(1)

test('[AUTH-9] starts as not authenticated, loading, without an error', () => {
  const { store } = setUp()
  expect(store.getState()).toEqual({ ...loggedOut, loading: true })
})

test('[AUTH-12] after 100 ms a stored session is restored, before the server has answered', async () => {
  const { store, calls } = setUp({ answer: () => new Promise(() => undefined) })
  await vi.advanceTimersByTimeAsync(99)
  expect(store.getState().loading).toBe(true)
  await settle()
  expect(store.getState()).toEqual(asAlice)
  expect(calls).toEqual([
    { method: 'POST', path: '/api/auth/verify', authorization: `Bearer ${token}`, body: undefined },
  ])
})

test('without a stored session the user is logged out, and no request is sent', async () => {
  const { store, calls } = setUp({ storage: memoryStorage() })
  await vi.advanceTimersByTimeAsync(100)
  expect(store.getState()).toEqual(loggedOut)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(calls).toEqual([])
})

test('[AUTH-20] a refusal of the token expires the session; user and storage stay, and nothing is verified any more', async () => {
  const { store, storage, calls } = setUp({
    answer: () => refusal(401, 'session_invalid', 'Your session has ended.'),
  })
  await vi.advanceTimersByTimeAsync(101)
  expect(store.getState()).toEqual({ ...asAlice, isExpired: true })
  expect(storage.content()).toEqual(stored)
  // Playback goes on without the dead token.
  expect(store.credentials()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(120 * 60_000)
  expect(calls).toHaveLength(1)
})

test('[AUTH-20] a sign-in renews the expired session; a logout ends it', async () => {
  const { store, storage } = setUp({ answer: () => refusal(401, 'session_invalid', 'Your session has ended.') })
  await vi.advanceTimersByTimeAsync(101)
  store.loginSuccess({ user: 'alice', token: 'renewed-token-of-alice' })
  expect(store.getState()).toEqual({ ...asAlice, token: 'renewed-token-of-alice' })
  await store.verify()
  expect(store.getState().isExpired).toBe(true)
  store.logout()
  expect(store.getState()).toEqual(loggedOut)
  expect(storage.content()).toEqual({})
})

test('[AUTH-20] a signature that is put off is asked for again by what needs it, not by a background check', async () => {
  const { store, storage } = setUp({ answer: () => refusal(401, 'session_invalid', 'Your session has ended.') })
  await vi.advanceTimersByTimeAsync(101)
  store.putOffRenewal()
  expect(store.getState()).toEqual({ ...asAlice, isExpired: true, isRenewalPutOff: true })
  expect(storage.content()).toEqual(stored)
  await store.verify()
  expect(store.getState().isRenewalPutOff).toBe(true)
  store.expireIfRefused(new ApiError(401, 'session_invalid', 'Your session has ended.'))
  expect(store.getState().isRenewalPutOff).toBe(false)
  store.putOffRenewal()
  store.askForRenewal()
  expect(store.getState()).toEqual({ ...asAlice, isExpired: true })
})

test.each([
  ['a network error', () => unreachable],
  ['a server fault', () => json({}, 500)],
  ['a proxy without its server', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['too many requests', () => refusal(429, 'rate_limited', 'Too many requests.')],
])('%s keeps the user logged in', async (_, answer) => {
  const { store, storage } = setUp({ answer })
  await vi.advanceTimersByTimeAsync(200)
  expect(store.getState()).toEqual(asAlice)
  expect(storage.content()).toEqual(stored)
})

test('[AUTH-13] verification repeats every 30 minutes and stops with the app', async () => {
  const { calls, stop } = setUp()
  await vi.advanceTimersByTimeAsync(101)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(30 * 60_000 - 102)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(102)
  expect(calls).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(calls).toHaveLength(3)
  stop()
  await vi.advanceTimersByTimeAsync(120 * 60_000)
  expect(calls).toHaveLength(3)
  expect(vi.getTimerCount()).toBe(0)
})

test('credentials are those of a stored session before it is restored, and absent once it has ended', async () => {
  const { store } = setUp()
  expect(store.credentials()).toEqual({ user: 'alice', token })
  await vi.advanceTimersByTimeAsync(100)
  expect(store.credentials()).toEqual({ user: 'alice', token })
  store.logout()
  expect(store.credentials()).toBeUndefined()
  expect(setUp({ storage: memoryStorage() }).store.credentials()).toBeUndefined()
})

test('[AUTH-10] a login starts, fails, is cleared, starts again and succeeds', async () => {
  const { store, storage } = setUp({ storage: memoryStorage() })
  await vi.advanceTimersByTimeAsync(100)
  store.loginStart()
  expect(store.getState()).toEqual({ ...loggedOut, loading: true })
  store.loginFailure('Signature verification failed')
  expect(store.getState()).toEqual({ ...loggedOut, error: 'Signature verification failed' })
  store.clearError()
  expect(store.getState()).toEqual(loggedOut)
  store.loginFailure('again')
  store.loginStart()
  expect(store.getState().error).toBeNull()
  store.loginSuccess({ user: 'alice', token })
  expect(store.getState()).toEqual(asAlice)
  expect(storage.content()).toEqual(stored)
})

test('a new session is verified periodically as well', async () => {
  const { store, calls } = setUp({ storage: memoryStorage() })
  await vi.advanceTimersByTimeAsync(100)
  store.loginSuccess({ user: 'alice', token })
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/verify'])
})

test('[AUTH-15] logout clears state and storage first, then notifies the server, whose failure is ignored', async () => {
  const seen: unknown[] = []
  const storage = memoryStorage(stored)
  const { store, calls } = setUp({
    storage,
    answer: ({ path }) => {
      if (path !== '/api/auth/logout') return json({ success: true, username: 'alice' })
      seen.push({ ...store.getState() }, storage.content())
      return unreachable
    },
  })
  await vi.advanceTimersByTimeAsync(200)
  store.logout()
  await settle()
  expect(seen).toEqual([loggedOut, {}])
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/auth/logout', authorization: `Bearer ${token}` })
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(calls.filter(({ path }) => path === '/api/auth/verify')).toHaveLength(1)
})

test('a late refusal of a previous token does not expire the present session', async () => {
  let refuse: (response: Response) => void = () => undefined
  const { store } = setUp({ answer: () => new Promise<Response>((resolve) => (refuse = resolve)) })
  await vi.advanceTimersByTimeAsync(101)
  store.loginSuccess({ user: 'bob', token: 'token-of-bob-0123456789' })
  refuse(refusal(401, 'session_invalid', 'Your session has ended.'))
  await settle()
  expect(store.getState()).toMatchObject({ isAuthenticated: true, user: 'bob', isExpired: false })
})

test('[AUTH-20] a refusal of the session by any call expires it; other errors do not', async () => {
  const { store } = setUp()
  await vi.advanceTimersByTimeAsync(101)
  store.expireIfRefused(new ApiError(403, 'not_your_account', 'no'))
  store.expireIfRefused(unreachable)
  expect(store.getState()).toEqual(asAlice)
  store.expireIfRefused(new ApiError(401, 'session_invalid', 'Your session has ended.'))
  expect(store.getState()).toEqual({ ...asAlice, isExpired: true })
})

test('follows a login and a logout in another tab', async () => {
  const storage = memoryStorage(stored)
  const { store } = setUp({ storage })
  await vi.advanceTimersByTimeAsync(101)
  storage.removeItem('waggle.user')
  storage.removeItem('waggle.token')
  store.storageChanged()
  expect(store.getState()).toEqual(loggedOut)
  storage.setItem('waggle.user', 'bob')
  storage.setItem('waggle.token', 'token-of-bob-0123456789')
  store.storageChanged()
  expect(store.getState()).toMatchObject({ isAuthenticated: true, user: 'bob' })
})

test('notifies subscribers only of changes', async () => {
  const { store } = setUp({ storage: memoryStorage() })
  await vi.advanceTimersByTimeAsync(100)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  store.clearError()
  expect(listener).not.toHaveBeenCalled()
  store.loginStart()
  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
  store.loginCancel()
  expect(listener).toHaveBeenCalledOnce()
})

test('[OPERATE-15] what the site keeps the user from is known after each check, at once after a refusal, and sooner when it may end', async () => {
  const restriction = { scope: 'chat', reason: 'spam', until: null } as const
  let restrictions: (typeof restriction)[] = []
  const { store, calls } = setUp({ answer: () => json({ success: true, username: 'alice', restrictions }) })
  await vi.advanceTimersByTimeAsync(101)
  expect(store.getState()).toEqual(asAlice)
  restrictions = [restriction]
  store.expireIfRefused(new ApiError(403, 'chat_suspended', 'No.'))
  await settle()
  expect(store.getState()).toEqual({ ...asAlice, restrictions })
  expect(calls).toHaveLength(2)
  restrictions = []
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.getState()).toEqual(asAlice)
  await vi.advanceTimersByTimeAsync(29 * 60_000)
  expect(calls).toHaveLength(3)
})

test('[OPERATE-15] what another account is kept from is nothing to the next one', async () => {
  const restrictions = [{ scope: 'account', reason: 'spam', until: null }]
  const { store } = setUp({ answer: () => json({ success: true, username: 'alice', restrictions }) })
  await vi.advanceTimersByTimeAsync(101)
  store.loginSuccess({ user: 'alice', token: 'renewed-token-of-alice' })
  expect(store.getState().restrictions).toEqual(restrictions)
  store.loginSuccess({ user: 'bob', token: 'token-of-bob-0123456789' })
  expect(store.getState().restrictions).toEqual([])
})
