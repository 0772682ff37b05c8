import { isAccountName } from './account-name.ts'
import type { Authority, HiveAccount } from './authority.ts'
import { parseAccount } from './authority.ts'
import { callJsonRpc, HiveRpcError, NodeFailure } from './json-rpc.ts'
import type { HiveNode } from './nodes/node-health.ts'
import { createNode, inPreferredOrder, isHeadFresh, recordFailure, recordSuccess } from './nodes/node-health.ts'

export interface HiveGatewayOptions {
  /** JSON-RPC addresses, in order of preference. */
  nodes: readonly string[]
  /** Limits one call to one node. */
  timeoutMs?: number
  /** How many operators must agree on an account's posting authority. */
  agreement: 1 | 2
  maxResponseBytes?: number
  now?: () => number
  fetch?: typeof globalThis.fetch
}

/** The fields of `condenser_api.get_dynamic_global_properties` that are used. `time` is UTC without a time zone. */
interface DynamicGlobalProperties {
  head_block_number: number
  head_block_id: string
  time: string
}

/** What a node responded, and who runs it. */
export interface NodeResponse {
  operator: string
  result: unknown
}

export interface HiveGateway {
  /** Reads an account from one node. Undefined if it does not exist. */
  getAccount(name: string): Promise<HiveAccount | undefined>
  /**
   * Reads the posting authority on which nodes of `agreement` operators agree, so that a single lying node can neither let a
   * stranger in nor lock an owner out.
   */
  getPostingAuthority(name: string): Promise<Authority | undefined>
  getDynamicGlobalProperties(): Promise<DynamicGlobalProperties>
  /** How many operators must agree on what a single lying node must not be able to invent. */
  readonly agreement: 1 | 2
  /**
   * Makes a read on a node of an operator that is not among `asked`, so that a caller can compare what several operators respond.
   * Throws `HiveUnavailable` also when no other operator is left.
   */
  readElsewhere(method: string, params: unknown, asked: ReadonlySet<string>): Promise<NodeResponse>
  /** Makes any call, to one node after the other. Throws `HiveRpcError` if the chain refuses it, as every node would. */
  call<T>(method: string, params: unknown): Promise<T>
  close(): void
}

/** No usable response within 8 s, or no agreement. `reasons` is for the log and names the nodes' hosts. */
export class HiveUnavailable extends Error {
  override readonly name = 'HiveUnavailable'
  readonly reasons: readonly string[]

  constructor(message: string, reasons: readonly string[] = []) {
    super(message)
    this.reasons = reasons
  }
}

const totalTimeoutMs = 7_500
/** When no node has responded for this long, another one is queried as well. */
const hedgeAfterMs = 1_000
const headCheckIntervalMs = 30_000
const headCheckMaxAgeMs = 45_000

interface Query<T> {
  method: string
  params: unknown
  /** Throws `NodeFailure` if the result cannot be right. */
  parse: (result: unknown, operator: string) => T
  agreement: number
  /** The operators that are not queried. */
  except?: ReadonlySet<string>
  /** Whether the query may run on several nodes at once. */
  isHedged: boolean
  /** Whether the chain itself refuses the query, so that no other node is queried. */
  isRefusal: (error: HiveRpcError) => boolean
}

/** Reads a Hive chain through public nodes that may be down, slow, stale or lying. Every method may throw `HiveUnavailable`. */
export function createHiveGateway(options: HiveGatewayOptions): HiveGateway {
  const {
    agreement,
    timeoutMs = 3_000,
    maxResponseBytes = 1024 * 1024,
    now = Date.now,
    fetch = globalThis.fetch,
  } = options
  const nodes = [...new Set(options.nodes)].map(createNode)
  const operators = new Set(nodes.map((node) => node.operator)).size
  if (operators < agreement)
    throw new TypeError(`${agreement} Hive nodes of different hosts are needed, not ${operators}`)
  const closed = new AbortController()
  let headCheckTimer: NodeJS.Timeout | undefined

  function callNode(node: HiveNode, method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const signals = AbortSignal.any([signal, closed.signal, AbortSignal.timeout(timeoutMs)])
    return callJsonRpc({ url: node.url, method, params, signal: signals, maxResponseBytes, fetch })
  }

  function checkHead(node: HiveNode): Promise<boolean> {
    const check = (async () => {
      const result = await callNode(node, 'condenser_api.get_dynamic_global_properties', [], closed.signal)
      return isHeadFresh(parseProperties(result), now())
    })()
    const headCheck = { startedAtMs: now(), isFresh: check }
    node.headCheck = headCheck
    check.catch(() => {
      if (node.headCheck === headCheck) node.headCheck = undefined
    })
    return check
  }

  function isFresh(node: HiveNode): Promise<boolean> {
    const last = node.headCheck
    if (last && Math.abs(now() - last.startedAtMs) < headCheckMaxAgeMs) return last.isFresh
    return checkHead(node)
  }

  function startHeadChecks(): void {
    headCheckTimer ??= setInterval(() => {
      for (const node of nodes) {
        checkHead(node).then(
          (isFresh) => (isFresh ? recordSuccess(node) : recordFailure(node, now())),
          () => recordFailure(node, now()),
        )
      }
    }, headCheckIntervalMs).unref()
  }

  async function queryNode<T>(node: HiveNode, query: Query<T>, signal: AbortSignal): Promise<T> {
    const [result, fresh] = await Promise.all([callNode(node, query.method, query.params, signal), isFresh(node)])
    if (!fresh) throw new NodeFailure('The head block differs from our clock by more than a minute')
    return query.parse(result, node.operator)
  }

  /** Queries nodes in the preferred order until enough operators have given the same result. */
  function runQuery<T>(query: Query<T>): Promise<T> {
    if (closed.signal.aborted) return Promise.reject(new HiveUnavailable('The gateway is closed'))
    startHeadChecks()
    return new Promise((resolve, reject) => {
      const remaining = inPreferredOrder(nodes, now()).filter((node) => !query.except?.has(node.operator))
      /** With the times at which they were queried. */
      const inFlight = new Map<HiveNode, number>()
      /** The operators that gave each result. */
      const operatorsByResult = new Map<string, Set<string>>()
      const reasons: string[] = []
      const finished = new AbortController()
      let hedges = 0

      const deadline = setTimeout(() => fail('The Hive nodes did not respond in time'), totalTimeoutMs)
      const hedgeTimer = setInterval(() => {
        hedges += 1
        queryNext()
      }, hedgeAfterMs)
      if (!query.isHedged) clearInterval(hedgeTimer)
      const onClose = () => fail('The gateway is closed')
      closed.signal.addEventListener('abort', onClose)

      function finish(): void {
        clearTimeout(deadline)
        clearInterval(hedgeTimer)
        closed.signal.removeEventListener('abort', onClose)
        // Nodes that were too slow to be needed.
        for (const [node, queriedAtMs] of inFlight) {
          if (performance.now() - queriedAtMs >= hedgeAfterMs && !closed.signal.aborted) recordFailure(node, now())
        }
        inFlight.clear()
        finished.abort()
      }

      function fail(message: string): void {
        finish()
        reject(new HiveUnavailable(message, reasons))
      }

      function queryNext(): void {
        const agreeing = Math.max(0, ...[...operatorsByResult.values()].map((operators) => operators.size))
        while (inFlight.size < query.agreement - agreeing + hedges && remaining.length > 0) start(remaining.shift()!)
        if (inFlight.size > 0) return
        fail(operatorsByResult.size > 0 ? 'The Hive nodes do not agree' : 'No Hive node can be reached')
      }

      function start(node: HiveNode): void {
        inFlight.set(node, performance.now())
        queryNode(node, query, finished.signal).then(
          (value) => {
            if (!inFlight.delete(node)) return
            recordSuccess(node)
            const result = JSON.stringify(value) ?? 'nothing'
            const agreeing = (operatorsByResult.get(result) ?? new Set()).add(node.operator)
            operatorsByResult.set(result, agreeing)
            if (agreeing.size < query.agreement) return queryNext()
            finish()
            resolve(value)
          },
          (error: unknown) => {
            if (!inFlight.delete(node)) return
            if (error instanceof HiveRpcError && query.isRefusal(error)) {
              recordSuccess(node)
              finish()
              return reject(error)
            }
            recordFailure(node, now())
            reasons.push(`${new URL(node.url).host}: ${error instanceof Error ? error.message : 'unknown'}`)
            queryNext()
          },
        )
      }

      queryNext()
    })
  }

  function read<T>(method: string, params: unknown, parse: (result: unknown) => T, wantedAgreement = 1): Promise<T> {
    // A node that responds to a plain read with an error is broken, so no error is the chain's refusal.
    return runQuery({ method, params, parse, agreement: wantedAgreement, isHedged: true, isRefusal: () => false })
  }

  return {
    agreement,
    async getAccount(name) {
      if (!isAccountName(name)) return undefined
      return read('condenser_api.get_accounts', [[name]], (result) => parseAccountList(result, name))
    },
    async getPostingAuthority(name) {
      if (!isAccountName(name)) return undefined
      const parsePosting = (result: unknown) => parseAccountList(result, name)?.posting
      return read('condenser_api.get_accounts', [[name]], parsePosting, agreement)
    },
    getDynamicGlobalProperties() {
      return read('condenser_api.get_dynamic_global_properties', [], parseProperties)
    },
    readElsewhere(method, params, asked) {
      const parse = (result: unknown, operator: string) => ({ operator, result })
      return runQuery({ method, params, parse, agreement: 1, except: asked, isHedged: true, isRefusal: () => false })
    },
    call<T>(method: string, params: unknown) {
      return runQuery<T>({
        method,
        params,
        parse: (result) => result as T,
        agreement: 1,
        isHedged: false,
        isRefusal,
      })
    },
    close() {
      clearInterval(headCheckTimer)
      closed.abort()
    },
  }
}

/**
 * The codes are those of hived's json_rpc_plugin.hpp: -32602 for invalid parameters, -32003 for an error during the call. A busy
 * database is a failure of the node.
 */
function isRefusal(error: HiveRpcError): boolean {
  return (
    (error.code === -32602 || error.code === -32003) &&
    !/unable to acquire|(?:read|write|database) lock/i.test(error.message)
  )
}

function parseAccountList(result: unknown, name: string): HiveAccount | undefined {
  if (!Array.isArray(result) || result.length > 1) throw new NodeFailure('The response is not a list of one account')
  if (result.length === 0) return undefined
  const account = parseAccount(result[0])
  if (account?.name !== name) throw new NodeFailure('The response is not the requested account')
  return account
}

function parseProperties(result: unknown): DynamicGlobalProperties {
  const properties = (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>
  const { head_block_number, head_block_id, time } = properties
  if (
    !Number.isSafeInteger(head_block_number) ||
    typeof head_block_id !== 'string' ||
    !/^[0-9a-f]{40}$/.test(head_block_id) ||
    typeof time !== 'string' ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(time)
  )
    throw new NodeFailure('The response does not contain the global properties of a chain')
  return { head_block_number: head_block_number as number, head_block_id, time }
}
