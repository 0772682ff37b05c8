import { expect, test } from 'vitest'
import { ApiError } from '../lib/api/api-error.ts'
import { fakeServer, json, refusal } from '../testing/fake-server.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { callAcrossRenewals, loadAcrossRenewals } from './call-in-session.ts'
import { createSessionStore } from './session-store.ts'

const timers = { setTimeout: () => 0, clearTimeout: () => {}, setInterval: () => 0, clearInterval: () => {} }

/** Alice is signed in with a token that the server refuses; it accepts the tokens in `valid`. */
function setUp() {
  const valid = new Set<string>()
  const { api, calls } = fakeServer(({ authorization }) =>
    valid.has(authorization ?? '')
      ? json({ following: [] })
      : refusal(401, 'session_invalid', 'Your session has ended.'),
  )
  const session = createSessionStore({ api, storage: memoryStorage(), timers })
  session.loginSuccess({ user: 'alice', token: 'token-that-ended' })
  const signIn = (user: string, token: string) => {
    valid.add(`Bearer ${token}`)
    session.loginSuccess({ user, token })
  }
  const call = () => callAcrossRenewals(session, (token) => api('listFollowing', { token }))
  const load = () => loadAcrossRenewals(session, (token) => api('listFollowing', { token }))
  return { call, load, calls, session, signIn, sent: () => calls.map(({ authorization }) => authorization) }
}

test('[AUTH-20] a refused call is made again with the token of the renewed session', async () => {
  const { call, session, signIn, sent } = setUp()
  const answer = call()
  await expect.poll(() => session.getState().isExpired).toBe(true)
  expect(sent()).toEqual(['Bearer token-that-ended'])
  signIn('alice', 'renewed-token')
  expect(await answer).toEqual({ following: [] })
  expect(sent()).toEqual(['Bearer token-that-ended', 'Bearer renewed-token'])
})

test('[AUTH-20] it is rejected, and not made in another name, when the user signs out or somebody else signs in', async () => {
  for (const end of ['log out', 'another user'] as const) {
    const { call, session, signIn, sent } = setUp()
    const answer = call()
    answer.catch(() => undefined)
    await expect.poll(() => session.getState().isExpired).toBe(true)
    if (end === 'log out') session.logout()
    else signIn('bob', 'token-of-bob')
    await expect(answer).rejects.toMatchObject({ code: 'session_invalid' })
    expect(sent()).not.toContain('Bearer token-of-bob')
  }
})

test('[AUTH-20] it is rejected when the user puts the renewal off, and the next one asks again', async () => {
  const { call, session } = setUp()
  for (let attempt = 0; attempt < 2; attempt++) {
    const answer = call()
    answer.catch(() => undefined)
    await expect.poll(() => session.getState()).toMatchObject({ isExpired: true, isRenewalPutOff: false })
    session.putOffRenewal()
    await expect(answer).rejects.toMatchObject({ code: 'session_invalid' })
  }
})

test('[AUTH-20] a question that the user has closed stays closed when an earlier call is refused', async () => {
  const { session } = setUp()
  let refuse = (_error: Error) => {}
  const sent = callAcrossRenewals(session, () => new Promise<never>((_resolve, reject) => (refuse = reject)))
  session.expireIfRefused(new ApiError(401, 'session_invalid', 'Your session has ended.'))
  session.putOffRenewal()
  refuse(new ApiError(401, 'session_invalid', 'Your session has ended.'))
  await expect(sent).rejects.toMatchObject({ code: 'session_invalid' })
  expect(session.getState()).toMatchObject({ isExpired: true, isRenewalPutOff: true })
})

test('[AUTH-20] what the page loads waits for the renewal, also while it is put off, without asking again', async () => {
  const { load, session, signIn, sent } = setUp()
  const first = load()
  await expect.poll(() => session.getState().isExpired).toBe(true)
  session.putOffRenewal()
  const second = load()
  // Whatever is ready to run has run.
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent()).toEqual(['Bearer token-that-ended'])
  expect(session.getState().isRenewalPutOff).toBe(true)
  signIn('alice', 'renewed-token')
  expect(await Promise.all([first, second])).toEqual([{ following: [] }, { following: [] }])
})

test('[AUTH-20] what the page loads is rejected, and not made in another name, when the user signs out', async () => {
  for (const end of ['log out', 'another user'] as const) {
    const { load, session, signIn, sent } = setUp()
    const answers = [load()]
    await expect.poll(() => session.getState().isExpired).toBe(true)
    session.putOffRenewal()
    answers.push(load())
    for (const answer of answers) answer.catch(() => undefined)
    if (end === 'log out') session.logout()
    else signIn('bob', 'token-of-bob')
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: 'session_invalid' })
    expect(sent()).not.toContain('Bearer token-of-bob')
  }
})

test('it is rejected at once for any other reason, also while the session is expired', async () => {
  const { session } = setUp()
  session.loginSuccess({ user: 'alice', token: 'token-that-ended' })
  const { api } = fakeServer(() => refusal(403, 'not_your_account', 'No'))
  const call = callAcrossRenewals(session, async (token) => {
    await session.verify()
    return api('listFollowing', { token })
  })
  await expect(call).rejects.toMatchObject({ code: 'not_your_account' })
})
