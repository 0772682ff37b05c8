import { setTimeout as sleep } from 'node:timers/promises'
import { type HlsResponse, refusal } from '@waggle/media/hls/hls-response'
import { listHolders } from '../db/broadcast-leases.ts'
import { remembering } from '../lib/remembering.ts'
import type { MediaContext } from './context.ts'

/** For streams that another process of the site holds. */
export interface OriginProxy {
  /**
   * Asks the holder of a stream for `address`, a path below `/live/{streamId}/` with its query. Undefined when there is no such stream; `503`
   * while it is on its way from one process to another.
   */
  ask(streamId: string, address: string, isFromProxy: boolean): Promise<HlsResponse | undefined>
}

/** Tells the holder that a process asks, which must not ask on. */
export const proxyHeader = 'x-waggle-proxy'

const holdersLifeMs = 1000
/** While the database does not answer, what it said last is what viewers see. */
const patienceMs = 500
/** Holders hold a request for ten seconds at most. */
const answeredWithinMs = 15_000
/** Media never changes: whoever asks a moment later gets the same answer. */
const lingersMs = 2000
const openMax = 1000

const kept = ['content-type', 'cache-control', 'retry-after', 'access-control-allow-origin', 'x-content-type-options']

export function createOriginProxy({ db, now }: MediaContext, ownAddress: string): OriginProxy {
  const holders = remembering(look, { lifeMs: holdersLifeMs, now })
  let latest: Map<string, string | undefined> | undefined
  /** By address: viewers who ask for the same wait for one request. */
  const asked = new Map<string, Promise<HlsResponse>>()

  async function look() {
    const last = latest
    const asked = listHolders(db, now()).then((known) => {
      latest = known
      return known
    })
    return last ? Promise.race([asked.catch(() => last), sleep(patienceMs, last, { ref: false })]) : asked
  }

  function join(url: string): Promise<HlsResponse> {
    const known = asked.get(url)
    if (known) return known
    if (asked.size >= openMax) return Promise.resolve(refusal(503))
    const answer = fetchFrom(url)
    asked.set(url, answer)
    const forget = () => asked.delete(url)
    answer.then(({ headers }) => {
      if (headers['cache-control']?.includes('immutable')) setTimeout(forget, lingersMs).unref()
      else forget()
    })
    return answer
  }

  return {
    async ask(streamId, address, isFromProxy) {
      const known = await holders('all')
      if (!known.has(streamId)) return undefined
      const holder = known.get(streamId)
      if (holder === undefined || holder === ownAddress || isFromProxy) return refusal(503)
      return join(`${holder}/live/${streamId}/${address}`)
    },
  }
}

async function fetchFrom(url: string): Promise<HlsResponse> {
  try {
    const signal = AbortSignal.timeout(answeredWithinMs)
    const response = await fetch(url, { headers: { [proxyHeader]: '1' }, redirect: 'error', signal })
    const headers = Object.fromEntries(kept.flatMap((name) => pairs(name, response.headers.get(name))))
    const body = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers, body, withoutLength: !response.headers.has('content-length') }
  } catch {
    return refusal(503)
  }
}

function pairs(name: string, value: string | null): [string, string][] {
  return value === null ? [] : [[name, value]]
}
