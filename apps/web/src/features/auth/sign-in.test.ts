import { expect, test } from 'vitest'
import type { SignatureAnswer } from '../../session/account-proof.ts'
import { fakeServer, json, type ReceivedCall, refusal, unreachable } from '../../testing/fake-server.ts'
import { fakeSigner } from '../../testing/fake-signer.ts'
import { signIn } from './sign-in.ts'

const challenge = 'Sign in to streams.example as @alice.'
const session = { success: true, token: 'session-token-0123', profile: { username: 'alice', avatar: '' } }

function server(reply: (call: ReceivedCall) => Response | Error = () => json(session)) {
  return fakeServer((call) => (call.path.startsWith('/api/auth/challenge') ? json({ challenge }) : reply(call)))
}

test('signs the challenge and exchanges it for a session', async () => {
  const { api, calls } = server()
  const { signer, requests } = fakeSigner()
  expect(await signIn({ api, signer, username: '  @Alice ' })).toEqual({
    ok: true,
    user: 'alice',
    token: 'session-token-0123',
  })
  expect(requests).toEqual([{ username: 'alice', message: challenge }])
  expect(calls[1]).toMatchObject({
    method: 'POST',
    path: '/api/auth/hive',
    body: { username: 'alice', challenge, signature: '20ab', method: 'keychain', verifier: expect.any(String) },
  })
})

test.each(['', '  ', 'al', 'Ünï', 'a'.repeat(17), 'alice bob', '<script>'])(
  "[AUTH-4] '%s' is not a Hive username, and no request is sent",
  async (username) => {
    const { api, calls } = server()
    expect(await signIn({ api, signer: fakeSigner().signer, username })).toEqual({
      ok: false,
      message: 'Please enter a valid Hive username',
    })
    expect(calls).toEqual([])
  },
)

test('[AUTH-8] without a wallet', async () => {
  const { api } = server()
  const { signer } = fakeSigner({ isFound: false })
  expect(await signIn({ api, signer, username: 'alice' })).toEqual({
    ok: false,
    message: 'Hive Keychain is not installed. Please install it to authenticate.',
  })
})

const walletFailures: [SignatureAnswer, string][] = [
  [
    { ok: false, reason: 'cancelled', message: 'Request was canceled by the user.' },
    'Request was canceled by the user.',
  ],
  [{ ok: false, reason: 'failed', message: 'Posting key is incorrect.' }, 'Posting key is incorrect.'],
  [{ ok: false, reason: 'failed' }, 'Keychain authentication failed'],
  [{ ok: false, reason: 'timeout' }, 'Keychain authentication failed'],
]
test.each(walletFailures)("[AUTH-8] a wallet that answers %j: '%s'", async (answer, message) => {
  const { api, calls } = server()
  const result = await signIn({ api, signer: fakeSigner({ answer }).signer, username: 'alice' })
  expect(result).toMatchObject({ ok: false, message })
  expect(calls).toHaveLength(1)
})

const challengeFailures: [string, Response | Error, string][] = [
  ['unreachable', unreachable, 'Failed to get authentication challenge from server'],
  ['a fault', json({}, 500), 'Failed to get challenge: 500'],
  ['no challenge', json({}), 'No challenge received from server'],
]
test.each(challengeFailures)("[AUTH-8] a challenge that fails with %s: '%s'", async (_, reply, message) => {
  const { api } = fakeServer(() => reply)
  expect(await signIn({ api, signer: fakeSigner().signer, username: 'alice' })).toEqual({ ok: false, message })
})

test.each([
  ["the server's own sentence", refusal(401, 'challenge_used', 'Used already.'), 'Used already.'],
  ['a failure to reach it', unreachable, 'Authentication failed'],
  ['a fault without a sentence', json({}, 500), 'Authentication failed'],
  ['a sentence without a code', json({ message: 'Not today.' }, 403), 'Not today.'],
  ['an answer that says no', json({ success: false, error: 'No.' }), 'No.'],
])('[AUTH-8] the exchange fails with %s', async (_, reply, message) => {
  const { api } = server(() => reply)
  expect(await signIn({ api, signer: fakeSigner().signer, username: 'alice' })).toEqual({ ok: false, message })
})
