import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, type ReceivedCall, refusal, unreachable } from '../../../testing/fake-server.ts'
import { createHlsKeys, keyAddress } from './hls-keys.ts'
import { createHlsTokenSource } from './hls-token.ts'

const page = 'https://site.example/watch?user=alice'
const streamId = 'k3f9x2m7q1w8e5r4t6y0'
const key = `/api/hls/key/${streamId}/7`
const bytes = Uint8Array.from({ length: 16 }, (_, index) => index)

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
afterEach(() => void vi.useRealTimers())

type Answers = (token: string | null) => Response | Error

const opened = () => new Response(bytes)
const refused = () => refusal(401, 'hls_token_expired', 'The stream token has expired')
const down = () => refusal(503, 'overloaded', 'The server is busy')

/** A server that can be changed while it runs, and a player that has had its first token from it. */
async function setUp(answerKey: Answers) {
  let count = 0
  const server = { answerKey, areTokensGiven: true }
  const asked: string[] = []
  const { api, fetcher } = fakeServer(({ path }: ReceivedCall) => {
    const { pathname, searchParams } = new URL(path, page)
    const token = searchParams.get('token')
    asked.push(pathname === key ? `key with ${token}` : pathname.includes('refresh') ? 'refresh' : 'token')
    if (pathname === key) return server.answerKey(token)
    return server.areTokensGiven ? json({ token: `token-${++count}`, expiresAt: Date.now() + 3_600_000 }) : down()
  })
  const abort = new AbortController()
  const tokens = createHlsTokenSource({ api, streamId, signal: abort.signal })
  await tokens.obtain()
  asked.splice(0)
  const keys = createHlsKeys({ tokens, firstToken: Promise.resolve(), fetcher, pageAddress: () => page })
  let answer: unknown
  const fetching = keys.fetchKey(key, abort.signal).then((received) => {
    answer = received && 'key' in received ? new Uint8Array(received.key) : received
  })
  return { ...{ server, asked, abort, tokens, keys, fetching }, answer: () => answer }
}

test('a key is asked for with the token, and is its bytes', async () => {
  const { asked, answer, fetching, keys } = await setUp(opened)
  await fetching
  expect(answer()).toEqual(bytes)
  expect(asked).toEqual(['key with token-1'])
  expect(keys.isMissing()).toBe(false)
})

test('[F13] a refused key is asked for again at once, with a new token', async () => {
  const { asked, answer, fetching } = await setUp((token) => (token === 'token-1' ? refused() : opened()))
  await fetching
  // No timer has run: nothing was waited for.
  expect(vi.getTimerCount()).toBe(1)
  expect(asked).toEqual(['key with token-1', 'token', 'key with token-2'])
  expect(answer()).toEqual(bytes)
})

test('[F13] where new tokens are refused, too, the server is asked ever less', async () => {
  const { asked, abort, keys } = await setUp(refused)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked.slice(0, 5)).toEqual(['key with token-1', 'token', 'key with token-2', 'token', 'key with token-3'])
  expect(keys.isMissing()).toBe(true)
  // Less than half of what one address may ask for in a minute.
  const before = asked.length
  await vi.advanceTimersByTimeAsync(60_000)
  const tokensAMinute = asked.slice(before).filter((name) => name === 'token').length
  expect(tokensAMinute).toBeGreaterThanOrEqual(5)
  expect(tokensAMinute).toBeLessThanOrEqual(13)
  abort.abort()
})

test('[F13] both down for a minute: there is a key within two seconds of their return', async () => {
  const { server, asked, answer, fetching, keys } = await setUp((token) => (token === 'token-1' ? refused() : opened()))
  server.areTokensGiven = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([answer(), keys.isMissing()]).toEqual([undefined, true])
  // It has not been asked without a pause, either.
  expect(asked.length).toBeLessThan(130)
  server.areTokensGiven = true
  await vi.advanceTimersByTimeAsync(2000)
  await fetching
  expect(asked.slice(-2)).toEqual(['token', 'key with token-2'])
  expect([answer(), keys.isMissing()]).toEqual([bytes, false])
})

test('[F13] a token that comes by another way is used at once', async () => {
  const { server, tokens, answer, fetching } = await setUp((token) => (token === 'token-1' ? refused() : opened()))
  server.areTokensGiven = false
  await vi.advanceTimersByTimeAsync(30_000)
  server.areTokensGiven = true
  await tokens.replace()
  await fetching
  expect(answer()).toEqual(bytes)
})

test.each([
  ['answers with an error', down],
  ['cannot be reached', () => unreachable],
])('a server that %s is asked again with the same token', async (_, failure) => {
  let failures = 0
  const { asked, answer, fetching } = await setUp(() => (failures++ < 3 ? failure() : opened()))
  // Pauses of up to 250, 500 and 1000 ms.
  await vi.advanceTimersByTimeAsync(1750)
  await fetching
  expect(answer()).toEqual(bytes)
  expect(new Set(asked)).toEqual(new Set(['key with token-1']))
})

test.each([404, 410] as const)('%i: there is no such key, and no sense in asking on', async (status) => {
  const { asked, answer, fetching } = await setUp(() => refusal(status, 'not_found', 'Not found'))
  await fetching
  expect(answer()).toEqual({ status })
  expect(asked).toHaveLength(1)
})

test('what is aborted is not asked for any more', async () => {
  const { asked, abort, answer, fetching, keys } = await setUp(down)
  await vi.advanceTimersByTimeAsync(5000)
  const before = asked.length
  abort.abort()
  await fetching
  await vi.advanceTimersByTimeAsync(60_000)
  expect([answer(), keys.isMissing(), asked.length]).toEqual([undefined, false, before])
})

test("the token stands in the address of the site's own keys", () => {
  expect(keyAddress(key, 'T+/=', page)).toBe(`https://site.example${key}?token=T%2B%2F%3D`)
})

test.each([
  `https://site.example/live/${streamId}/api/hls/key/3`,
  `https://elsewhere.example${key}`,
  `http://site.example${key}`,
])('%s gets no token', (address) => {
  expect(keyAddress(address, 'T', page)).toBe(address)
})
