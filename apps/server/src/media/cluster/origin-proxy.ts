import { firstPictureName } from '@waggle/contract/playback/real-time'
import { type HlsResponse, refusal } from '@waggle/media/hls/serve/hls-response'
import { proxyHeader } from '../../http/egress/own-process.ts'
import { OtherProcesses } from './other-processes.ts'
import type { StreamHolders } from './stream-holders.ts'

/** Serves streams that another process of the site holds. */
export interface OriginProxy {
  /**
   * Requests a path below `/live/{streamId}/` from the stream's holder. Undefined when there is no such stream; `503` while the stream
   * moves from one process to another.
   */
  request(
    streamId: string,
    path: string,
    query: URLSearchParams,
    isFromProxy: boolean,
  ): Promise<HlsResponse | undefined>
  /** Rejects, and says which, while a process that holds streams does not answer this one. */
  check(): Promise<void>
}

/** Longer than a holder holds a request. */
const timeoutMs = 15_000
/** After this time it is time to ask whether the holder answers at all. */
const patienceMs = 5_000
/** Media never changes, so a response is kept this long for requests that arrive a moment later. */
const mediaLifetimeMs = 2000
const maxKeptMediaBytes = 128 * 1024 * 1024
/** Limits of requests in flight: those that viewers share, and those with a viewer's own token, which cannot be shared. */
const maxShared = 4000
const maxWithToken = 2000

/** The query parameters that change a playlist, or open the first picture. Other media has none. */
const directives = ['_HLS_msn', '_HLS_part', '_HLS_skip', 'token']
const keptHeaders = [
  'content-type',
  'cache-control',
  'retry-after',
  'access-control-allow-origin',
  'x-content-type-options',
]

interface HolderRequest {
  holder: string
  abort: AbortController
}

/** `mark` is what the site's processes show each other. */
export function createOriginProxy(holders: StreamHolders, ownAddress: string, mark: string): OriginProxy {
  /** By address: viewers who request the same thing share one request. */
  const responses = new Map<string, Promise<HlsResponse>>()
  const shared = new Set<HolderRequest>()
  const withToken = new Set<HolderRequest>()
  let keptMediaBytes = 0
  // Whoever waits there gets a refusal, and may reach the holder another way.
  const processes = new OtherProcesses(mark, (lost) => abortThose((holder) => holder === lost))
  holders.onRead((streams) => {
    const current = new Set([...streams.values()].map(({ holder }) => holder))
    // A machine that went down answers nothing: requests that wait for it are aborted, so that viewers retry with its successor.
    abortThose((holder) => !current.has(holder))
    processes.keep(current)
  })

  function abortThose(isLost: (holder: string) => boolean): void {
    for (const { holder, abort } of [...shared, ...withToken]) if (isLost(holder)) abort.abort()
  }

  function fetchOnce(holder: string, address: string, hasToken: boolean): Promise<HlsResponse> {
    const url = holder + address
    const known = responses.get(url)
    if (known) return known
    const inFlight = hasToken ? withToken : shared
    const isFull = inFlight.size >= (hasToken ? maxWithToken : maxShared)
    if (isFull || processes.isUnreachable(holder)) return Promise.resolve(refusal(503))
    const request = { holder, abort: new AbortController() }
    inFlight.add(request)
    const asking = setTimeout(() => void processes.ask(holder), patienceMs).unref()
    const response = fetchFrom(url, mark, request.abort.signal)
    responses.set(url, response)
    response.then(({ headers, body }) => {
      clearTimeout(asking)
      inFlight.delete(request)
      const isMedia = headers['cache-control']?.includes('immutable')
      if (!isMedia || keptMediaBytes + body.length > maxKeptMediaBytes) responses.delete(url)
      else keepForAMoment(url, body.length)
    })
    return response
  }

  function keepForAMoment(url: string, bytes: number): void {
    keptMediaBytes += bytes
    const drop = () => {
      keptMediaBytes -= bytes
      responses.delete(url)
    }
    setTimeout(drop, mediaLifetimeMs).unref()
  }

  return {
    check: () => processes.check(),
    async request(streamId, path, query, isFromProxy) {
      const stream = await holders.find(streamId)
      if (stream === undefined) return undefined
      const { holder } = stream
      if (holder === undefined || holder === ownAddress || isFromProxy) return refusal(503)
      return fetchOnce(holder, `/live/${streamId}/${path}${canonicalQuery(path, query)}`, query.has('token'))
    },
  }
}

/** The query without parameters that change nothing, so that each response has one address. */
function canonicalQuery(path: string, query: URLSearchParams): string {
  if (!path.endsWith('.m3u8') && path !== firstPictureName) return ''
  const used = directives.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []))
  return used.length === 0 ? '' : `?${new URLSearchParams(used)}`
}

async function fetchFrom(url: string, mark: string, abort: AbortSignal): Promise<HlsResponse> {
  try {
    const signal = AbortSignal.any([abort, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, { headers: { [proxyHeader]: mark }, redirect: 'error', signal })
    const headers = Object.fromEntries([...response.headers].filter(([name]) => keptHeaders.includes(name)))
    const body = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers, body, withoutLength: !response.headers.has('content-length') }
  } catch {
    return refusal(503)
  }
}
