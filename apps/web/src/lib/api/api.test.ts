import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeServer, json, refusal, unreachable } from '../../testing/fake-server.ts'
import { createApi } from './api.ts'
import { ApiError } from './api-error.ts'
import { NetworkError } from './network-error.ts'

describe('a call', () => {
  test('fills in and encodes the path, and sends the query', async () => {
    const { api, calls } = fakeServer(() => json({ challenge: 'sign this' }))
    await api('getStreamByUser', { params: { username: 'a/../b?c' } })
    await api('getChallenge', { query: { purpose: 'login', username: 'alice' } })
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/streams/info/a%2F..%2Fb%3Fc',
      'GET /api/auth/challenge?purpose=login&username=alice',
    ])
  })

  test('sends the session in the Authorization header and nowhere else', async () => {
    const { api, calls } = fakeServer(() => json({ success: true, username: 'alice' }))
    await api('verifySession', { token: 'secret-token' })
    expect(calls).toEqual([
      { method: 'POST', path: '/api/auth/verify', authorization: 'Bearer secret-token', body: undefined },
    ])
  })

  test("[T26] tells the site's clock the date of every answer", async () => {
    const dates: (string | null)[] = []
    const statuses = [200, 429]
    const fetcher = async () =>
      Response.json(
        { streams: [] },
        { status: statuses.shift() ?? 200, headers: { date: `date before ${statuses.length}` } },
      )
    const api = createApi(fetcher, undefined, { learn: (date) => dates.push(date) })
    await api('listStreams')
    await expect(api('listStreams')).rejects.toThrow()
    expect(dates).toEqual(['date before 1', 'date before 0'])
  })

  test('without a session has no Authorization header', async () => {
    const { api, calls } = fakeServer(() => json({ streams: [] }))
    await api('listStreams')
    expect(calls[0]?.authorization).toBeNull()
  })
})

describe('a refusal', () => {
  test("is an ApiError with the server's code, status and sentence", async () => {
    const { api } = fakeServer(() => refusal(401, 'signature_invalid', 'Signature verification failed'))
    const error = await api('listStreams').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 401, code: 'signature_invalid', message: 'Signature verification failed' })
  })

  test('[ERR-4] by a proxy in front of the server, in HTML, has the sentence with the status and no code', async () => {
    const { api } = fakeServer(() => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }))
    const error = await api('listStreams').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 502, code: undefined, message: 'HTTP error! status: 502' })
  })

  test.each([
    [{ error: 'Bad Gateway', message: 'The chat is being restarted' }, 'The chat is being restarted'],
    [
      { code: 'CHAT_DOWN', error: 'Bad Gateway', message: 'The chat is being restarted' },
      'The chat is being restarted',
    ],
    [{ message: 'The chat is being restarted' }, 'The chat is being restarted'],
    [{ error: 'Bad Gateway', message: '' }, 'Bad Gateway'],
    [{}, undefined],
  ])('[MOD-7] with a code we do not know, or none, has its message: %j', async (body, sentence) => {
    const { api } = fakeServer(() => json(body, 502))
    const ban = api('banFromChat', { params: { channel: 'alice' }, body: { username: 'bob' }, token: 'a-token' })
    await expect(ban).rejects.toMatchObject({ code: undefined, sentence })
  })

  test('[AUTH-8] of a sign-in has its error, else its message', async () => {
    const body = { username: 'alice', challenge: 'c', signature: 's', method: 'keychain' as const }
    const answers = [
      { success: false, error: 'One', message: 'Two' },
      { success: false, message: 'Two' },
    ]
    const { api } = fakeServer(() => json(answers.shift()))
    for (const sentence of ['One', 'Two']) await expect(api('signIn', { body })).rejects.toMatchObject({ sentence })
  })

  test('with an unknown code that is a property of every object has no code', async () => {
    const { api } = fakeServer(() => refusal(400, 'toString', 'No'))
    await expect(api('listStreams')).rejects.toMatchObject({ code: undefined })
  })

  test.each([
    [400, true],
    [401, true],
    [404, true],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])('with status %i is definitive: %s', (status, isDefinitive) => {
    expect(new ApiError(status, undefined, '').isDefinitive).toBe(isDefinitive)
  })
})

describe('a failure to reach the server', () => {
  test('is a NetworkError', async () => {
    const { api } = fakeServer(() => unreachable)
    await expect(api('listStreams')).rejects.toBeInstanceOf(NetworkError)
  })

  test('is also an answer that is not JSON', async () => {
    const { api } = fakeServer(() => new Response('<!doctype html>', { status: 200 }))
    await expect(api('listStreams')).rejects.toBeInstanceOf(NetworkError)
  })

  test('is also a server that accepts the connection and does not answer within the timeout', async () => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const api = createApi((input, init) => fetch(`${origin}${input}`, init))
    await expect(api('listStreams', { timeoutMs: 50 })).rejects.toBeInstanceOf(NetworkError)
  })
})
