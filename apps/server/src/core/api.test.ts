import { createHash } from 'node:crypto'
import { errors } from '@waggle/contract/errors'
import { limits } from '@waggle/contract/limits'
import { routes } from '@waggle/contract/routes'
import { sentences } from '@waggle/contract/sentences'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signAs, startTestSite, type TestSite } from '../testing/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site?.close())
beforeEach(() => site.nextClient())

async function challengeFor(query = ''): Promise<string> {
  const answer = await site.request('GET', `/api/auth/challenge${query}`)
  expect(answer.status).toBe(200)
  return answer.json.challenge
}

async function signIn(body: Record<string, unknown>) {
  return site.request('POST', '/api/auth/hive', { body })
}

describe('signing in', () => {
  it('exchanges a signed challenge for a session that is valid until it is logged out', async () => {
    const challenge = await challengeFor('?username=alice')
    const answer = await signIn({
      username: ' @Alice ',
      challenge,
      signature: await signAs('alice', challenge),
      method: 'keychain',
    })
    expect(answer).toMatchObject({
      status: 200,
      json: { success: true, profile: { username: 'alice', avatar: '/u/alice/avatar' } },
    })
    const { token } = answer.json
    expect(token.length).toBeGreaterThan(limits.storedTokenMinLength)
    expect(answer.headers.get('cache-control')).toBe('no-store')

    expect((await site.request('POST', '/api/auth/verify', { token })).json).toEqual({
      success: true,
      username: 'alice',
      restrictions: [],
    })
    expect((await site.request('POST', '/api/auth/logout', { token })).status).toBe(200)
    expect(await site.request('POST', '/api/auth/verify', { token })).toMatchObject({
      status: 401,
      json: { code: 'session_invalid' },
    })
    expect((await site.request('POST', '/api/auth/logout', { token })).status).toBe(200)
  })

  it('accepts one of many parallel uses of one good signature', async () => {
    const challenge = await challengeFor()
    const signature = await signAs('bob', challenge)
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => signIn({ username: 'bob', challenge, signature })),
    )
    const others = answers.filter((answer) => answer.status !== 200)
    expect(others).toHaveLength(14)
    // On a machine that pauses for seconds, the chain's answer arrives too late for some.
    for (const { json } of others) expect(['challenge_used', 'hive_unavailable', 'overloaded']).toContain(json.code)
  })

  it('[AUTH-6] binds a challenge to the page that requested it', async () => {
    const verifier = 'v'.repeat(43)
    const bind = createHash('sha256').update(verifier).digest('base64url')
    const challenge = await challengeFor(`?username=carol&bind=${bind}`)
    const signature = await signAs('carol', challenge)
    expect((await signIn({ username: 'carol', challenge, signature })).json.code).toBe('challenge_invalid')
    expect((await signIn({ username: 'carol', challenge, signature, verifier: 'w'.repeat(43) })).json.code).toBe(
      'challenge_invalid',
    )
    expect((await signIn({ username: 'carol', challenge, signature, verifier })).status).toBe(200)
  })

  it.each([
    ["another account's key", async (challenge: string) => signAs('bob', challenge)],
    ['the active key', async (challenge: string) => signAs('dave', challenge, 'active')],
    ['the owner key', async (challenge: string) => signAs('dave', challenge, 'owner')],
    ['the memo key', async (challenge: string) => signAs('dave', challenge, 'memo')],
    ['another text', async () => signAs('dave', 'I give you everything')],
    ['garbage', async () => 'ab'.repeat(65)],
    ['nothing', async () => ''],
  ])('refuses %s with the same error', async (_case, sign) => {
    const challenge = await challengeFor()
    const answer = await signIn({ username: 'dave', challenge, signature: await sign(challenge) })
    expect(answer).toMatchObject({
      status: 401,
      json: {
        code: 'signature_invalid',
        error: 'Signature verification failed',
        message: 'Signature verification failed',
      },
    })
    expect(
      (await signIn({ username: 'nobody-here', challenge, signature: await signAs('dave', challenge) })).json,
    ).toEqual(answer.json)
  })

  it('refuses a login with a stream-key challenge, and the reverse', async () => {
    const token = await site.signIn('erin')
    const forKey = await challengeFor('?purpose=stream-key&username=erin')
    expect(
      (await signIn({ username: 'erin', challenge: forKey, signature: await signAs('erin', forKey) })).json.code,
    ).toBe('challenge_invalid')
    const forLogin = await challengeFor('?username=erin')
    const body = { username: 'erin', challenge: forLogin, signature: await signAs('erin', forLogin) }
    expect((await site.request('POST', '/api/auth/stream-key', { token, body })).json.code).toBe('challenge_invalid')
  })

  it('refuses a challenge after five minutes', async () => {
    const challenge = await challengeFor()
    const signature = await signAs('alice', challenge)
    site.moveClock(limits.challengeLifeMs)
    expect(await signIn({ username: 'alice', challenge, signature })).toMatchObject({
      status: 401,
      json: { code: 'challenge_expired' },
    })
  })

  it.each(['', 'ab', 'has space', 'Ünïcode', 'аlice', 'a'.repeat(17), 'under_score', '-dash'])(
    'refuses the username %j',
    async (username) => {
      const answer = await signIn({ username, challenge: 'x', signature: 'x' })
      expect(answer).toMatchObject({ status: 400, json: { message: sentences.auth.invalidUsername } })
    },
  )

  it('stays possible for an account while one caller guesses signatures for it', async () => {
    const challenge = await challengeFor()
    const guesses = await Promise.all(
      Array.from({ length: 100 }, () => signIn({ username: 'erin', challenge, signature: 'ab' })),
    )
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(40)
    site.nextClient()
    expect(await site.signIn('erin')).toEqual(expect.any(String))
  })

  it('reports what is missing', async () => {
    const answer = await signIn({ username: 'alice', signature: 'x' })
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', message: expect.stringContaining("'challenge'") },
    })
    expect((await signIn({ challenge: 'x', signature: 'x' })).json.message).toBe(sentences.auth.invalidUsername)
    expect((await signIn({ username: 'alice', challenge: 'x', signature: 'x', method: 'password' })).json.code).toBe(
      'unsupported_method',
    )
  })
})

describe('stream keys', () => {
  it('[API-4] are made after a fresh signature, for the own account only', async () => {
    const token = await site.signIn('alice')
    const challenge = await challengeFor('?purpose=stream-key&username=alice')
    const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
    expect((await site.request('POST', '/api/auth/stream-key', { body })).json.code).toBe('authentication_required')
    expect(
      (await site.request('POST', '/api/auth/stream-key', { token, body: { ...body, username: 'bob' } })).status,
    ).toBe(403)
    const answer = await site.request('POST', '/api/auth/stream-key', { token, body })
    expect(answer).toMatchObject({ status: 200, json: { rtmpUrl: site.rtmpUrl } })
    expect(answer.json.streamKey).toMatch(/^wgl_[\w-]{32}$/)
    expect((await site.request('POST', '/api/auth/stream-key', { token, body })).json.code).toBe('challenge_used')
  })
})

describe('streams', () => {
  it('[STREAM-5] are an empty list, a 404 and an offline record while nobody broadcasts', async () => {
    expect((await site.request('GET', '/api/streams')).json).toEqual({ streams: [] })
    expect((await site.request('GET', '/api/streams/path/alice?type=hiveAccount')).status).toBe(404)
    expect((await site.request('GET', `/api/streams/${'a'.repeat(20)}`)).json.code).toBe('stream_not_found')
    expect((await site.request('GET', '/api/streams/info/Alice')).json).toMatchObject({
      username: 'alice',
      title: "alice's Stream",
      description: 'Welcome to the stream!',
      category: 'General',
      isLive: false,
      viewers: 0,
    })
    expect((await site.request('GET', '/api/channels/alice')).json).toMatchObject({
      username: 'alice',
      title: "alice's Stream",
    })
    expect((await site.request('GET', '/api/streams/info/no')).json.message).toBe(sentences.auth.invalidUsername)
  })

  it('give no token and no key without a broadcast', async () => {
    expect(
      (
        await site.request('POST', `/api/hls/token/${'a'.repeat(20)}`, {
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(404)
    expect((await site.request('GET', `/api/hls/key/${'a'.repeat(20)}/1`)).json.code).toBe('hls_token_required')
    expect((await site.request('GET', `/api/hls/key/${'a'.repeat(20)}/1?token=x`)).status).toBe(403)
  })
})

describe('the edge', () => {
  it('documents every endpoint of the contract as OpenAPI 3.1', async () => {
    const document = (await site.request('GET', '/api/docs/json')).json
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/api/auth/hive'].post.requestBody.content['application/json'].schema.required).toContain(
      'signature',
    )
    const paths = Object.values(routes).map((route) => route.split(' ')[1]!.replace(/:(\w+)/g, '{$1}'))
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths))
    expect((await site.request('GET', '/api/docs/static/index.html')).status).toBe(200)
  })

  it('lets other sites read why media is refused', async () => {
    const answer = await site.request('GET', `/live/${'a'.repeat(20)}/master.m3u8`)
    expect(answer).toMatchObject({ status: 404, json: { code: 'stream_not_found' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('serves the web app at its addresses, and JSON for unknown ones', async () => {
    for (const path of ['/', '/watch?user=alice', '/dashboard/streamer']) {
      const answer = await site.request('GET', path)
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('Waggle') })
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const slashed = await fetch(`${site.url}/watch/?user=alice`, { redirect: 'manual' })
    expect([slashed.status, slashed.headers.get('location')]).toEqual([308, '/watch?user=alice'])
    expect((await site.request('GET', '/assets/app-1a2b.js')).headers.get('cache-control')).toContain('immutable')
    expect(await site.request('GET', '/nowhere', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 404,
      text: expect.stringContaining('Waggle'),
    })
    expect((await site.request('GET', '/api/nowhere')).json).toEqual({
      code: 'not_found',
      error: 'Not found',
      message: 'Not found',
    })
  })

  it.each<[string, Parameters<TestSite['request']>, number]>([
    [
      'text in place of JSON',
      ['POST', '/api/auth/hive', { body: 'x', headers: { 'content-type': 'text/plain' } }],
      415,
    ],
    ['broken JSON', ['POST', '/api/auth/hive', { body: '{' }], 400],
    ['a poisoned prototype', ['POST', '/api/auth/hive', { body: '{"__proto__":{"a":1},"username":"alice"}' }], 400],
    ['a huge body', ['POST', '/api/auth/hive', { body: `"${'a'.repeat(70_000)}"` }], 413],
    ['no body', ['POST', '/api/auth/hive'], 400],
    ['a path that climbs', ['GET', '/live/%2e%2e%2f%2e%2e%2fetc/passwd'], 404],
    ['a path that climbs in the assets', ['GET', '/assets/..%2f..%2fdata%2fmaster.key'], 404],
    ['a NUL in the path', ['GET', '/api/streams/info/alice%00'], 400],
    ['a path that cannot be decoded', ['GET', '/api/channels/%zz'], 400],
    ['another method', ['PUT', '/api/streams'], 405],
    ['a session token in the address', ['GET', '/api/streams?token=abc'], 400],
  ])('answers %s with a refusal', async (_case, call, status) => {
    const answer = await site.request(...call)
    expect(answer.status).toBe(status)
    expect(Object.keys(errors)).toContain(answer.json.code)
    expect(Object.keys(answer.json)).toEqual(['code', 'error', 'message'])
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null)
  })

  it('ignores a query field without a value', async () => {
    const answer = await site.request('GET', '/api/chat/messages/alice?limit=50&before=&after=')
    expect(answer).toMatchObject({ status: 200, json: { messages: [], hasMore: false } })
  })

  it('refuses a caller beyond the limit, and says when to retry', async () => {
    const answers = await Promise.all(Array.from({ length: 140 }, () => site.request('GET', '/api/auth/challenge')))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(140)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
