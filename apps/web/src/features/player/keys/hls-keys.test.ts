import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, type ReceivedCall, refusal, unreachable } from '../../../testing/fake-server.ts'
import { createHlsKeys, keyUrl } from './hls-keys.ts'
import { createHlsTokenSource } from './hls-token.ts'

const page = 'https://site.example/watch?user=alice'
const streamId = 'k3f9x2m7q1w8e5r4t6y0'
const key = `/api/hls/key/${streamId}/7`
const bytes = Uint8Array.from({ length: 16 }, (_, index) => index)

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

type KeyResponder = (token: string | null) => Response | Error

const opened = () => new Response(bytes)
const refused = () => refusal(401, 'hls_token_expired', 'The stream token has expired')
const down = () => refusal(503, 'overloaded', 'The server is busy')

/** A server whose answers a test can change, and a key fetcher that already has its first token. */
async function setUp(answerKey: KeyResponder) {
  let count = 0
  const server = { answerKey, givesTokens: true }
  const requests: string[] = []
  const { api, fetcher } = fakeServer(({ path }: ReceivedCall) => {
    const { pathname, searchParams } = new URL(path, page)
    const token = searchParams.get('token')
    requests.push(pathname === key ? `key with ${token}` : pathname.includes('refresh') ? 'refresh' : 'token')
    if (pathname === key) return server.answerKey(token)
    return server.givesTokens ? json({ token: `token-${++count}`, expiresAt: Date.now() + 3_600_000 }) : down()
  })
  const abort = new AbortController()
  const tokens = createHlsTokenSource({ api, streamId, signal: abort.signal })
  await tokens.obtain()
  requests.splice(0)
  const keys = createHlsKeys({ tokens, firstToken: Promise.resolve(), fetcher, pageUrl: () => page })
  let result: unknown
  const fetching = keys.fetchKey(key, abort.signal).then((received) => {
    result = received && 'key' in received ? new Uint8Array(received.key) : received
  })
  return { ...{ server, requests, abort, tokens, keys, fetching }, result: () => result }
}

test('a key is requested with the token, and its bytes are returned', async () => {
  const { requests, result, fetching, keys } = await setUp(opened)
  await fetching
  expect(result()).toEqual(bytes)
  expect(requests).toEqual(['key with token-1'])
  expect(keys.isMissing()).toBe(false)
})

test('a key that was requested ahead is not requested again, and one that did not come is', async () => {
  const { server, requests, keys, abort, fetching } = await setUp(opened)
  await fetching
  const ahead = () => keys.fetchAhead(() => new URL(key, page).href, abort.signal)
  const fetched = () => keys.fetchKey(key, abort.signal)
  await ahead()
  expect(await fetched()).toHaveProperty('key')
  expect(requests).toEqual(Array(2).fill('key with token-1'))
  expect(await fetched()).toHaveProperty('key')
  expect(requests).toHaveLength(3)
  server.answerKey = () => refusal(404, 'key_not_found', 'There is no such key')
  await ahead()
  server.answerKey = opened
  expect(await fetched()).toHaveProperty('key')
  expect(requests).toEqual(Array(5).fill('key with token-1'))
})

test('[F13] a refused key is requested again at once with a new token', async () => {
  const { requests, result, fetching } = await setUp((token) => (token === 'token-1' ? refused() : opened()))
  await fetching
  // Fake timers have not advanced, so there was no delay.
  expect(vi.getTimerCount()).toBe(1)
  expect(requests).toEqual(['key with token-1', 'token', 'key with token-2'])
  expect(result()).toEqual(bytes)
})

test('[F13] when new tokens are refused as well, requests become ever rarer', async () => {
  const { requests, abort, keys } = await setUp(refused)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(requests.slice(0, 5)).toEqual(['key with token-1', 'token', 'key with token-2', 'token', 'key with token-3'])
  expect(keys.isMissing()).toBe(true)
  // Less than half of what one address may request in a minute.
  const before = requests.length
  await vi.advanceTimersByTimeAsync(60_000)
  const tokensAMinute = requests.slice(before).filter((name) => name === 'token').length
  expect(tokensAMinute).toBeGreaterThanOrEqual(5)
  expect(tokensAMinute).toBeLessThanOrEqual(13)
  abort.abort()
})

test('[F13] after a minute without keys and tokens, the key is there within two seconds of their return', async () => {
  const { server, requests, result, fetching, keys } = await setUp((token) =>
    token === 'token-1' ? refused() : opened(),
  )
  server.givesTokens = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([result(), keys.isMissing()]).toEqual([undefined, true])
  // The requests were spread out.
  expect(requests.length).toBeLessThan(130)
  server.givesTokens = true
  await vi.advanceTimersByTimeAsync(2000)
  await fetching
  expect(requests.slice(-2)).toEqual(['token', 'key with token-2'])
  expect([result(), keys.isMissing()]).toEqual([bytes, false])
})

test('[F13] a token that was renewed for another reason is used at once', async () => {
  const { server, tokens, result, fetching } = await setUp((token) => (token === 'token-1' ? refused() : opened()))
  server.givesTokens = false
  await vi.advanceTimersByTimeAsync(30_000)
  server.givesTokens = true
  await tokens.replace()
  await fetching
  expect(result()).toEqual(bytes)
})

test.each([
  ['answers with an error', down],
  ['cannot be reached', () => unreachable],
])('a request to a server that %s is retried with the same token', async (_, failure) => {
  let failures = 0
  const { requests, result, fetching } = await setUp(() => (failures++ < 3 ? failure() : opened()))
  // Delays of up to 250, 500 and 1000 ms.
  await vi.advanceTimersByTimeAsync(1750)
  await fetching
  expect(result()).toEqual(bytes)
  expect(new Set(requests)).toEqual(new Set(['key with token-1']))
})

test.each([404, 410] as const)('%i means that there is no such key, and is not retried', async (status) => {
  const { requests, result, fetching } = await setUp(() => refusal(status, 'not_found', 'Not found'))
  await fetching
  expect(result()).toEqual({ status })
  expect(requests).toHaveLength(1)
})

test('an aborted fetch stops retrying', async () => {
  const { requests, abort, result, fetching, keys } = await setUp(down)
  await vi.advanceTimersByTimeAsync(5000)
  const before = requests.length
  abort.abort()
  await fetching
  await vi.advanceTimersByTimeAsync(60_000)
  expect([result(), keys.isMissing(), requests.length]).toEqual([undefined, false, before])
})

test("the token is added to the URLs of the site's own keys", () => {
  expect(keyUrl(key, 'T+/=', page)).toBe(`https://site.example${key}?token=T%2B%2F%3D`)
})

test.each([
  `https://site.example/live/${streamId}/api/hls/key/3`,
  `https://elsewhere.example${key}`,
  `http://site.example${key}`,
])('%s gets no token', (url) => {
  expect(keyUrl(url, 'T', page)).toBe(url)
})

test('[OPS-5] keys that playlists of another origin name are requested from the core server, with the token', () => {
  const servers = { api: 'https://api.example', hls: 'https://video.example' }
  expect(keyUrl(`https://video.example${key}`, 'T', page, servers)).toBe(`https://api.example${key}?token=T`)
  expect(keyUrl(`https://site.example${key}`, 'T', page, servers)).toBe(`https://site.example${key}`)
})
