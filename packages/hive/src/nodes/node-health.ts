/** A configured node and its recent health. */
export interface HiveNode {
  readonly url: string
  /** Nodes of the same operator count once when nodes must agree. */
  readonly operator: string
  consecutiveFailures: number
  /** Until this time the node is queried only after all others. Milliseconds on the gateway's clock. */
  avoidedUntilMs: number
  headCheck: { startedAtMs: number; isFresh: Promise<boolean> } | undefined
}

const backOffMinMs = 5_000
const backOffMaxMs = 60_000
/** A block is produced every 3 s. A node whose head block is further from our clock than this is stale. */
const headToleranceMs = 60_000

/** Throws a `TypeError` for an address that is not http or https, or that contains credentials, which would appear in logs. */
export function createNode(address: string): HiveNode {
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`Not an http address: ${url.host}`)
  if (url.username || url.password) throw new TypeError(`A node address must not carry a password: ${url.host}`)
  return { url: url.href, operator: operatorOf(url), consecutiveFailures: 0, avoidedUntilMs: 0, headCheck: undefined }
}

/** All ports of a host belong to one operator, except on this machine, where each node is a separate process. */
function operatorOf(url: URL): string {
  const isLoopback = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\./.test(url.hostname)
  return isLoopback ? url.host : url.hostname
}

export function recordSuccess(node: HiveNode): void {
  node.consecutiveFailures = 0
  node.avoidedUntilMs = 0
}

export function recordFailure(node: HiveNode, nowMs: number): void {
  node.avoidedUntilMs = nowMs + backOffMs(node.consecutiveFailures)
  node.consecutiveFailures += 1
}

/** Doubles with each consecutive failure: 5 s, 10 s, 20 s and so on up to a minute. */
function backOffMs(previousFailures: number): number {
  return Math.min(backOffMinMs * 2 ** Math.min(previousFailures, 10), backOffMaxMs)
}

/** The nodes in the configured order, avoided nodes last: they are still better than no response. */
export function inPreferredOrder(nodes: readonly HiveNode[], nowMs: number): HiveNode[] {
  const avoidedUntilMs = (node: HiveNode) => (node.avoidedUntilMs > nowMs ? node.avoidedUntilMs : 0)
  return [...nodes].sort((a, b) => avoidedUntilMs(a) - avoidedUntilMs(b))
}

/** Whether a node that responds with these dynamic global properties is up to date with the chain. */
export function isHeadFresh(properties: { time: string }, nowMs: number): boolean {
  const headMs = Date.parse(`${properties.time}Z`)
  return Math.abs(nowMs - headMs) <= headToleranceMs
}
