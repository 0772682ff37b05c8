import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'
import { LoadStats } from 'hls.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEdgeChoice } from './edge-choice.ts'
import { edgeLoader } from './edge-loader.ts'

const edge = 'https://edge.example'
const page = 'https://live.example/watch?user=alice'
const path = '/live/abc/source/media.m3u8?_HLS_msn=7&_HLS_part=2'

/** The requests that were made, to be answered by the test. */
let requests: Recorded[] = []

class Recorded implements Loader<LoaderContext> {
  context: LoaderContext | null = null
  stats = new LoadStats()
  isDestroyed = false
  retries: number | undefined
  callbacks: LoaderCallbacks<LoaderContext> | undefined
  load(context: LoaderContext, { loadPolicy }: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
    this.context = context
    this.callbacks = callbacks
    this.retries = loadPolicy.errorRetry?.maxNumRetry ?? 0
    requests.push(this)
  }
  abort(): void {}
  destroy(): void {
    this.isDestroyed = true
  }
  get url(): string {
    return this.context?.url ?? ''
  }
  answer(data: string): void {
    if (this.context) this.callbacks?.onSuccess({ url: this.url, data, code: 200 }, this.stats, this.context, null)
  }
  fail(code: number): void {
    if (this.context) this.callbacks?.onError({ code, text: '' }, this.context, null, this.stats)
  }
}

function load() {
  const choice = createEdgeChoice([edge], { now: () => Date.now() })
  const outcome: { data?: unknown; url?: string; code?: number; answers: number } = { answers: 0 }
  const policy = {
    maxTimeToFirstByteMs: 10_000,
    maxLoadTimeMs: 10_000,
    timeoutRetry: null,
    errorRetry: { maxNumRetry: 3, retryDelayMs: 0, maxRetryDelayMs: 0 },
  }
  const config = { loadPolicy: policy, maxRetry: 0, timeout: 0, retryDelay: 0, maxRetryDelay: 0 }
  const start = () => {
    const Class = edgeLoader(Recorded, choice, page)
    const loader = new Class({} as HlsConfig)
    loader.load({ url: path, responseType: 'text' } as LoaderContext, config, {
      onSuccess: (response) => Object.assign(outcome, { ...response, answers: outcome.answers + 1 }),
      onError: ({ code }) => Object.assign(outcome, { code, answers: outcome.answers + 1 }),
      onTimeout: () => Object.assign(outcome, { code: -1, answers: outcome.answers + 1 }),
    })
    return loader
  }
  return { choice, outcome, start, loader: start() }
}

beforeEach(() => {
  requests = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

describe('[PLAYER-21] a request for live media', () => {
  test('goes to the edge with its whole query, and its answer counts as the site’s', () => {
    const { outcome } = load()
    expect(requests.map(({ url }) => url)).toEqual([edge + path])
    requests[0]?.answer('#EXTM3U')
    expect(outcome).toMatchObject({ data: '#EXTM3U', url: `https://live.example${path}`, answers: 1 })
  })

  test.each([0, 500, 503])('goes to the next server at once when the edge fails with %i', (code) => {
    const { outcome, choice, start } = load()
    requests[0]?.fail(code)
    expect(outcome.answers).toBe(0)
    expect(requests.map(({ url }) => url)).toEqual([edge + path, `https://live.example${path}`])
    // Only the last server is asked again and again.
    expect(requests.map(({ retries }) => retries)).toEqual([0, 3])
    requests[1]?.answer('#EXTM3U')
    expect(outcome).toMatchObject({ code: 200, answers: 1 })
    expect(choice.servers()).toEqual([''])
    start()
    expect(requests[2]?.url).toBe(`https://live.example${path}`)
  })

  test('is refused where the edge says so: another server would say the same', () => {
    const { outcome, choice } = load()
    requests[0]?.fail(404)
    expect(outcome).toMatchObject({ code: 404, answers: 1 })
    expect(requests).toHaveLength(1)
    expect(choice.servers()).toEqual([edge, ''])
  })

  test('goes to the next server too when it is late, and whichever answers first is used', () => {
    const { outcome, choice } = load()
    vi.advanceTimersByTime(1499)
    expect(requests).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(requests).toHaveLength(2)
    requests[1]?.answer('newer')
    expect(outcome).toMatchObject({ data: 'newer', answers: 1 })
    expect(requests[0]?.isDestroyed).toBe(true)
    expect(choice.servers()).toEqual([''])
  })

  test('blames nobody when all servers are late, as they are while the encoder is away', () => {
    const { outcome, choice, start } = load()
    vi.advanceTimersByTime(1500)
    requests[0]?.answer('late')
    expect(outcome).toMatchObject({ data: 'late', answers: 1 })
    expect(requests[1]?.isDestroyed).toBe(true)
    expect(choice.servers()).toEqual([edge, ''])
    start()
    vi.advanceTimersByTime(1500)
    expect(requests).toHaveLength(3)
  })

  test('fails once when all servers fail', () => {
    const { outcome, choice } = load()
    requests[0]?.fail(0)
    requests[1]?.fail(0)
    expect(outcome).toMatchObject({ code: 0, answers: 1 })
    expect(choice.servers()).toEqual([edge, ''])
  })

  test('that is no longer wanted asks nobody else', () => {
    const { loader } = load()
    loader.destroy()
    vi.advanceTimersByTime(10_000)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.isDestroyed).toBe(true)
  })
})
