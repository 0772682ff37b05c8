/** A node of the configured list and what is remembered of it. */
export interface HiveNode {
  readonly url: string
  /** Whom to count it for when nodes must agree. */
  readonly operator: string
  failuresInARow: number
  /** Until then it is asked only after all others; milliseconds of the gateway's clock. */
  avoidedUntilMs: number
  head: { checkedAtMs: number; isFresh: Promise<boolean> } | undefined
}

const firstAvoidanceMs = 5_000
const longestAvoidanceMs = 60_000
/** The head block is made every 3 s; a node whose head is further from our clock than this answers with the past. */
const headToleranceMs = 60_000

/** Throws a `TypeError` for an address that is not http or https, or that carries credentials into logs. */
export function createNode(address: string): HiveNode {
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`Not an http address: ${url.host}`)
  if (url.username || url.password) throw new TypeError(`A node address must not carry a password: ${url.host}`)
  return { url: url.href, operator: operatorOf(url), failuresInARow: 0, avoidedUntilMs: 0, head: undefined }
}

/** Ports of one host are one operator, except on this machine, where every node is a process of its own. */
function operatorOf(url: URL): string {
  const isLoopback = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\./.test(url.hostname)
  return isLoopback ? url.host : url.hostname
}

export function recordSuccess(node: HiveNode): void {
  node.failuresInARow = 0
  node.avoidedUntilMs = 0
}

export function recordFailure(node: HiveNode, nowMs: number): void {
  const avoidanceMs = Math.min(firstAvoidanceMs * 2 ** Math.min(node.failuresInARow, 10), longestAvoidanceMs)
  node.failuresInARow += 1
  node.avoidedUntilMs = nowMs + avoidanceMs
}

/** The configured order, with avoided nodes last: they are still better than no answer. */
export function inPreferredOrder(nodes: readonly HiveNode[], nowMs: number): HiveNode[] {
  const avoided = (node: HiveNode) => (node.avoidedUntilMs > nowMs ? node.avoidedUntilMs : 0)
  return [...nodes].sort((a, b) => avoided(a) - avoided(b))
}

/** Whether `get_dynamic_global_properties` was answered by a node that follows the chain. */
export function isHeadFresh(properties: { time: string }, nowMs: number): boolean {
  const headMs = Date.parse(`${properties.time}Z`)
  return Math.abs(nowMs - headMs) <= headToleranceMs
}
