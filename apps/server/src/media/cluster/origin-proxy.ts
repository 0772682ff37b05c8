import { setTimeout as sleep } from 'node:timers/promises'
import { type HlsResponse, refusal } from '@waggle/media/hls/serve/hls-response'
import { listStreamHolders } from '../../db/broadcasts/broadcast-leases.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { MediaContext } from '../context.ts'

/** For streams that another process of the site holds. */
export interface OriginProxy {
  /**
   * Asks the holder of a stream for a path below `/live/{streamId}/`. Undefined when there is no such stream; `503` while it is on its way
   * from one process to another.
   */
  ask(streamId: string, path: string, query: URLSearchParams, isFromProxy: boolean): Promise<HlsResponse | undefined>
}

/** Tells the holder that a process asks, which must not ask on. */
export const proxyHeader = 'x-waggle-proxy'

const holdersLifeMs = 1000
/** A stream that nobody has heard of may have begun in this moment. */
const unknownLifeMs = 200
/** While the database does not answer, what it said last is what viewers see. */
const patienceMs = 500
/** Longer than holders hold a request. */
const answeredWithinMs = 15_000
/** Media never changes: whoever asks a moment later gets the same answer. */
const lingersMs = 2000
const lingeringMaxBytes = 128 * 1024 * 1024
/** Requests under way: the same for everyone, and with a viewer's token, which nobody can join. */
const sharedMax = 4000
const withTokenMax = 2000

/** What a playlist's address may say. Media has one address each. */
const directives = ['_HLS_msn', '_HLS_part', '_HLS_skip', 'token']
const keptHeaders = [
  'content-type',
  'cache-control',
  'retry-after',
  'access-control-allow-origin',
  'x-content-type-options',
]

interface Fetching {
  holder: string
  stop: AbortController
}

export function createOriginProxy({ db, now }: MediaContext, ownAddress: string): OriginProxy {
  const holders = memoizeAsync(look, { lifeMs: holdersLifeMs, now })
  const holdersNow = memoizeAsync(look, { lifeMs: unknownLifeMs, now })
  let latest: Map<string, string | undefined> | undefined
  /** By address: viewers who ask for the same wait for one request. */
  const answers = new Map<string, Promise<HlsResponse>>()
  const shared = new Set<Fetching>()
  const withToken = new Set<Fetching>()
  let lingeringBytes = 0

  async function look() {
    const last = latest
    const asked = listStreamHolders(db).then((known) => {
      latest = known
      dropLost(new Set(known.values()))
      return known
    })
    return last ? Promise.race([asked.catch(() => last), sleep(patienceMs, last, { ref: false })]) : asked
  }

  /** A machine that is gone without a word answers nothing: who waits for it has to ask its successor. */
  function dropLost(living: Set<string | undefined>): void {
    for (const { holder, stop } of [...shared, ...withToken]) if (!living.has(holder)) stop.abort()
  }

  function join(holder: string, address: string, hasToken: boolean): Promise<HlsResponse> {
    const url = holder + address
    const known = answers.get(url)
    if (known) return known
    const underWay = hasToken ? withToken : shared
    if (underWay.size >= (hasToken ? withTokenMax : sharedMax)) return Promise.resolve(refusal(503))
    const fetching = { holder, stop: new AbortController() }
    underWay.add(fetching)
    const answer = fetchFrom(url, fetching.stop.signal)
    answers.set(url, answer)
    answer.then(({ headers, body }) => {
      underWay.delete(fetching)
      const isMedia = headers['cache-control']?.includes('immutable')
      if (!isMedia || lingeringBytes + body.length > lingeringMaxBytes) answers.delete(url)
      else linger(url, body.length)
    })
    return answer
  }

  function linger(url: string, bytes: number): void {
    lingeringBytes += bytes
    const forget = () => {
      lingeringBytes -= bytes
      answers.delete(url)
    }
    setTimeout(forget, lingersMs).unref()
  }

  return {
    async ask(streamId, path, query, isFromProxy) {
      let known = await holders('all')
      if (!known.has(streamId)) known = await holdersNow('all')
      if (!known.has(streamId)) return undefined
      const holder = known.get(streamId)
      if (holder === undefined || holder === ownAddress || isFromProxy) return refusal(503)
      return join(holder, `/live/${streamId}/${path}${canonicalQuery(path, query)}`, query.has('token'))
    },
  }
}

/** The query without what means nothing, so that one thing has one address. */
function canonicalQuery(path: string, query: URLSearchParams): string {
  if (!path.endsWith('.m3u8')) return ''
  const meant = directives.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []))
  return meant.length === 0 ? '' : `?${new URLSearchParams(meant)}`
}

async function fetchFrom(url: string, stop: AbortSignal): Promise<HlsResponse> {
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(answeredWithinMs)])
    const response = await fetch(url, { headers: { [proxyHeader]: '1' }, redirect: 'error', signal })
    const headers = Object.fromEntries([...response.headers].filter(([name]) => keptHeaders.includes(name)))
    const body = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers, body, withoutLength: !response.headers.has('content-length') }
  } catch {
    return refusal(503)
  }
}
