import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendCall } from './sent-call.ts'

const address = '/api/hls/token/k3f9x2m7q1w8e5r4t6y0'
const post = { method: 'POST', headers: { Accept: 'application/json' } }
const ahead = new Response('ahead')
const later = new Response('later')

beforeEach(() => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(later))
  vi.stubGlobal('location', { href: 'https://live.example/watch?user=alice' })
  vi.stubGlobal('sentCalls', new Map([[`https://live.example${address}`, Promise.resolve(ahead)]]))
})
afterEach(() => vi.unstubAllGlobals())

it('takes the answer to the call that the page has sent ahead, once', async () => {
  expect(await sendCall(address, post)).toBe(ahead)
  expect(fetch).not.toHaveBeenCalled()
  expect(await sendCall(address, post)).toBe(later)
  expect(fetch).toHaveBeenCalledExactlyOnceWith(address, post)
})

it.each([
  ['another address', `${address}?preview=true`, post],
  ['a session', address, { ...post, headers: { Authorization: 'Bearer x' } }],
])('sends a call of its own for %s', async (_, to, init) => {
  expect(await sendCall(to, init)).toBe(later)
  expect(fetch).toHaveBeenCalledExactlyOnceWith(to, init)
})

it('sends it again where the first one did not arrive', async () => {
  const failed = Promise.reject(new TypeError('no network'))
  vi.stubGlobal('sentCalls', new Map([[`https://live.example${address}`, failed]]))
  expect(await sendCall(address, post)).toBe(later)
})
