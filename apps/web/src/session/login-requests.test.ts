import { expect, test, vi } from 'vitest'
import { createStore } from '../lib/store/store.ts'
import { createLoginRequests } from './login-requests.ts'
import type { SessionState } from './session-store.ts'

const loggedOut = {
  isAuthenticated: false,
  user: null,
  token: null,
  loading: false,
  error: null,
  isExpired: false,
  isRenewalPutOff: false,
  restrictions: [],
}
const asAlice = { isAuthenticated: true, user: 'alice', token: 'token-of-alice-0123456789' }

function setUp(initial: Partial<SessionState> = {}) {
  const session = createStore<SessionState>({ ...loggedOut, ...initial })
  const requests = createLoginRequests(session)
  return { session, requests, stop: requests.start() }
}

test('[AUTH-23] asks for a login, and continues once with what the user wanted', () => {
  const { session, requests } = setUp()
  const onLoggedIn = vi.fn()
  requests.ask({ reason: 'Log in to follow bob', onLoggedIn })
  expect(requests.getState().request?.reason).toBe('Log in to follow bob')
  session.setState({ loading: true })
  expect(onLoggedIn).not.toHaveBeenCalled()
  session.setState({ ...asAlice, loading: false })
  expect(requests.getState().request).toBeNull()
  expect(onLoggedIn.mock.calls).toEqual([[{ user: 'alice', token: asAlice.token }]])
  session.setState({ token: 'another-token-of-alice-01' })
  expect(onLoggedIn).toHaveBeenCalledTimes(1)
})

test('[AUTH-23] continues at once for a user who is logged in', () => {
  const { requests } = setUp(asAlice)
  const onLoggedIn = vi.fn()
  requests.ask({ onLoggedIn })
  expect(onLoggedIn).toHaveBeenCalledTimes(1)
  expect(requests.getState().request).toBeNull()
})

test('[AUTH-23] a dismissed request continues with nothing, and a later one replaces an earlier one', () => {
  const { session, requests, stop } = setUp()
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  requests.ask({ onLoggedIn: first })
  requests.dismiss()
  requests.ask({ onLoggedIn: second })
  requests.ask({ onLoggedIn: third })
  session.setState(asAlice)
  stop()
  expect([first, second, third].map((call) => call.mock.calls.length)).toEqual([0, 0, 1])
})
