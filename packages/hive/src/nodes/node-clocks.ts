import { createNode } from './node-health.ts'

interface ClockOptions {
  /** JSON-RPC addresses. */
  nodes: readonly string[]
  now: () => number
  /** Limits the request to each node. */
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'condenser_api.get_dynamic_global_properties',
  params: [],
})
/** `Date` has whole seconds, so that the time is on average this much later. */
const halfSecondMs = 500

/**
 * How far the clocks of the nodes are ahead of ours, in milliseconds: the median of the `Date` headers (RFC 9110 section 6.6.1) of all
 * operators. Undefined when fewer than two respond, because one alone may be wrong. The time of the head block would not do: it
 * stands still when the chain does.
 */
export async function measureNodeClocks(options: ClockOptions): Promise<number | undefined> {
  const byOperator = new Map(options.nodes.map((url) => [createNode(url).operator, url]))
  const offsets = await Promise.all(
    [...byOperator.values()].map((url) => measureOne(url, options).catch(() => undefined)),
  )
  const known = offsets.filter((offset) => offset !== undefined).toSorted((a, b) => a - b)
  if (known.length < 2) return undefined
  const [lower = 0, upper = lower] = [known[Math.floor((known.length - 1) / 2)], known[Math.floor(known.length / 2)]]
  // Where two disagree, the one that is nearer to our clock counts.
  return Math.abs(lower) < Math.abs(upper) ? lower : upper
}

async function measureOne(url: string, options: ClockOptions): Promise<number | undefined> {
  const { now, timeoutMs = 3000, fetch = globalThis.fetch } = options
  const askedAtMs = now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const betweenMs = (askedAtMs + now()) / 2
  await response.body?.cancel()
  const timeMs = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(timeMs) ? undefined : timeMs + halfSecondMs - betweenMs
}
