import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fakeServer, json, type ReceivedCall, refusal, unreachable } from '../testing/fake-server.ts'
import { fakeSigner } from '../testing/fake-signer.ts'
import { proveAccount } from './account-proof.ts'

const challenge = 'Sign in to streams.example as @alice. Id 9JkC. Seal abc'
const answerChallenge = () => json({ challenge })

describe('a proof', () => {
  test('contains the verifier whose SHA-256 the challenge is bound to, and which was not sent before', async () => {
    const { api, calls } = fakeServer(answerChallenge)
    const { signer, requests } = fakeSigner()
    const proof = await proveAccount({ api, signer, username: 'alice', purpose: 'login' })
    if (!proof.ok) throw new Error(proof.reason)
    expect(requests).toEqual([{ username: 'alice', message: challenge }])
    expect(proof).toMatchObject({ challenge, signature: '20ab' })

    const query = new URL(calls[0]!.path, 'http://site.example').searchParams
    const expected = createHash('sha256').update(proof.verifier!).digest('base64url')
    expect(Object.fromEntries(query)).toEqual({ purpose: 'login', username: 'alice', bind: expected })
    // RFC 4648 section 5: 32 bytes are 43 characters.
    expect(proof.verifier).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  test('has a new verifier every time', async () => {
    const { api } = fakeServer(answerChallenge)
    const prove = () => proveAccount({ api, signer: fakeSigner().signer, username: 'alice', purpose: 'login' })
    const [first, second] = [await prove(), await prove()]
    expect(first).not.toEqual(second)
  })

  test('is not bound where the browser has no SHA-256 (plain http)', async () => {
    const { api, calls } = fakeServer(answerChallenge)
    const crypto = { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) }
    const proof = await proveAccount({ api, signer: fakeSigner().signer, username: 'alice', purpose: 'login', crypto })
    expect(proof).toEqual({ ok: true, challenge, signature: '20ab' })
    expect(calls[0]?.path).toBe('/api/auth/challenge?purpose=login&username=alice')
  })

  test('shows its title in the wallet', async () => {
    const { api } = fakeServer(answerChallenge)
    const { signer, requests } = fakeSigner()
    await proveAccount({ api, signer, username: 'alice', purpose: 'stream-key', title: 'Sign to verify' })
    expect(requests).toEqual([{ username: 'alice', message: challenge, title: 'Sign to verify' }])
  })
})

describe('no proof', () => {
  const failures: [string, (call: ReceivedCall) => Response | Error, object][] = [
    ['an unreachable server', () => unreachable, { reason: 'challenge-unreachable' }],
    ['a refusal', () => refusal(429, 'rate_limited', 'Wait'), { reason: 'challenge-refused', status: 429 }],
    ['an answer without a challenge', () => json({}), { reason: 'challenge-missing' }],
  ]
  test.each(failures)('with %s, and the wallet is not opened', async (_, answer, expected) => {
    const { api } = fakeServer(answer)
    const { signer, requests } = fakeSigner()
    const proof = await proveAccount({ api, signer, username: 'alice', purpose: 'login' })
    expect(proof).toEqual({ ok: false, ...expected })
    expect(requests).toEqual([])
  })

  test('without a wallet, and no request is sent', async () => {
    const { api, calls } = fakeServer(answerChallenge)
    const { signer } = fakeSigner({ isFound: false })
    const proof = await proveAccount({ api, signer, username: 'alice', purpose: 'login' })
    expect(proof).toEqual({ ok: false, reason: 'wallet-missing' })
    expect(calls).toEqual([])
  })
})
