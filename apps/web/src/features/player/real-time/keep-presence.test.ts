import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPresence } from './keep-presence.ts'

beforeEach(() => void vi.useFakeTimers({ now: 100_000 }))
afterEach(() => void vi.useRealTimers())

function start(statusOf: (token: string | null) => number | 'lost') {
  const requested: string[] = []
  let token = 'first'
  let refusals = 0
  const presence = keepPresence({
    streamId: 'stream',
    tokens: {
      current: () => token,
      async replace() {
        token = 'second'
      },
    },
    onRefused: () => {
      refusals += 1
    },
    now: Date.now,
    pageUrl: () => 'https://live.example/watch',
    async fetcher(input) {
      const url = new URL(String(input))
      requested.push(url.pathname + url.search)
      const status = statusOf(url.searchParams.get('token'))
      if (status === 'lost') throw new TypeError('lost')
      return new Response(null, { status })
    },
  })
  return { presence, requested, refusals: () => refusals }
}

it('[PLAYER-16] a viewer at a relay fetches the key of every period, once, also after failures, until the end', async () => {
  const answers = [200, 'lost', 500, 404] as const
  let asked = 0
  const { presence, requested, refusals } = start(() => answers[asked++ % answers.length] ?? 200)
  await vi.advanceTimersByTimeAsync(4 * 30_000 - 10_000)
  presence.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requested).toEqual([3, 4, 5, 6].map((number) => `/api/hls/key/stream/${number}?token=first`))
  expect(refusals()).toBe(0)
})

it('[PLAYER-16] a refused token is replaced, and the viewer leaves the relay when the next one is refused too', async () => {
  const renewed = start((token) => (token === 'first' ? 403 : 200))
  await vi.advanceTimersByTimeAsync(25_000)
  renewed.presence.close()
  expect(renewed.requested).toEqual(['first', 'second', 'second'].map((token, index) => keyWith(token, index)))
  expect(renewed.refusals()).toBe(0)

  vi.setSystemTime(100_000)
  const banned = start(() => 403)
  await vi.advanceTimersByTimeAsync(0)
  banned.presence.close()
  expect(banned.refusals()).toBe(1)
})

function keyWith(token: string, index: number): string {
  return `/api/hls/key/stream/${index < 2 ? 3 : 4}?token=${token}`
}
