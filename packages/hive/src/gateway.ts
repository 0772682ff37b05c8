import { isAccountName } from './account-name.ts'
import type { Authority, HiveAccount } from './authority.ts'
import { parseAccount } from './authority.ts'
import { callJsonRpc, HiveRpcError, NodeFailure } from './json-rpc.ts'
import type { HiveNode } from './node-health.ts'
import { createNode, inPreferredOrder, isHeadFresh, recordFailure, recordSuccess } from './node-health.ts'

export interface HiveGatewayOptions {
  /** JSON-RPC addresses, the preferred ones first. */
  nodes: readonly string[]
  /** For one call to one node. */
  timeoutMs?: number
  /** How many operators must say the same about an account's posting authority. */
  agreement: 1 | 2
  maxAnswerBytes?: number
  now?: () => number
  fetch?: typeof globalThis.fetch
}

/** `condenser_api.get_dynamic_global_properties`, as far as it is used; `time` is UTC without a zone. */
export interface DynamicGlobalProperties {
  head_block_number: number
  head_block_id: string
  time: string
}

export interface HiveGateway {
  /** What one node says; undefined when there is no such account. */
  getAccount(name: string): Promise<HiveAccount | undefined>
  /** What `agreement` nodes of different operators say: one lying node can neither let a stranger in nor keep an owner out. */
  getPostingAuthority(name: string): Promise<Authority | undefined>
  getDynamicGlobalProperties(): Promise<DynamicGlobalProperties>
  /** Any call, one node after the other. Throws `HiveRpcError` when the chain refuses it: another node would refuse it as well. */
  call<T>(method: string, params: unknown): Promise<T>
  close(): void
}

/** No usable answer within 8 s, or no agreement. `reasons` names the nodes' hosts, for the log. */
export class HiveUnavailable extends Error {
  override readonly name = 'HiveUnavailable'
  readonly reasons: readonly string[]

  constructor(message: string, reasons: readonly string[] = []) {
    super(message)
    this.reasons = reasons
  }
}

const totalTimeoutMs = 7_500
/** A node that has not answered by then gets company. */
const hedgeAfterMs = 1_000
const healthIntervalMs = 30_000
const healthLifeMs = 45_000

interface Question<T> {
  method: string
  params: unknown
  /** Throws `NodeFailure` when the result cannot be right. */
  read: (result: unknown) => T
  agreement: number
  /** Only for calls that may run on several nodes at once. */
  isHedged: boolean
  isFinal: (error: HiveRpcError) => boolean
}

/** Reads a Hive chain through public nodes that may be down, slow, stale or lying. Every method throws `HiveUnavailable`. */
export function createHiveGateway(options: HiveGatewayOptions): HiveGateway {
  const {
    agreement,
    timeoutMs = 3_000,
    maxAnswerBytes = 1024 * 1024,
    now = Date.now,
    fetch = globalThis.fetch,
  } = options
  const nodes = [...new Set(options.nodes)].map(createNode)
  const operators = new Set(nodes.map((node) => node.operator)).size
  if (operators < agreement)
    throw new TypeError(`${agreement} Hive nodes of different hosts are needed, not ${operators}`)
  const closed = new AbortController()
  let healthTimer: NodeJS.Timeout | undefined

  function callNode(node: HiveNode, method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const signals = AbortSignal.any([signal, closed.signal, AbortSignal.timeout(timeoutMs)])
    return callJsonRpc({ url: node.url, method, params, signal: signals, maxAnswerBytes, fetch })
  }

  function checkHead(node: HiveNode): Promise<boolean> {
    const check = (async () => {
      const result = await callNode(node, 'condenser_api.get_dynamic_global_properties', [], closed.signal)
      return isHeadFresh(readProperties(result), now())
    })()
    const head = { checkedAtMs: now(), isFresh: check }
    node.head = head
    check.catch(() => {
      if (node.head === head) node.head = undefined
    })
    return check
  }

  function isFresh(node: HiveNode): Promise<boolean> {
    const known = node.head
    if (known && Math.abs(now() - known.checkedAtMs) < healthLifeMs) return known.isFresh
    return checkHead(node)
  }

  function watchHealth(): void {
    healthTimer ??= setInterval(() => {
      for (const node of nodes) {
        checkHead(node).then(
          (fresh) => (fresh ? recordSuccess(node) : recordFailure(node, now())),
          () => recordFailure(node, now()),
        )
      }
    }, healthIntervalMs).unref()
  }

  async function askNode<T>(node: HiveNode, question: Question<T>, signal: AbortSignal): Promise<T> {
    const [result, fresh] = await Promise.all([callNode(node, question.method, question.params, signal), isFresh(node)])
    if (!fresh) throw new NodeFailure('The head block is not of this minute')
    return question.read(result)
  }

  function ask<T>(question: Question<T>): Promise<T> {
    if (closed.signal.aborted) return Promise.reject(new HiveUnavailable('The gateway is closed'))
    watchHealth()
    return new Promise((resolve, reject) => {
      const waiting = inPreferredOrder(nodes, now())
      const asked = new Map<HiveNode, number>()
      const votes = new Map<string, Set<string>>()
      const reasons: string[] = []
      const finished = new AbortController()
      let spare = 0

      const deadline = setTimeout(() => fail('The Hive nodes did not answer in time'), totalTimeoutMs)
      const hedge = setInterval(() => {
        spare += 1
        advance()
      }, hedgeAfterMs)
      if (!question.isHedged) clearInterval(hedge)
      const onClose = () => fail('The gateway is closed')
      closed.signal.addEventListener('abort', onClose)

      function finish(): void {
        clearTimeout(deadline)
        clearInterval(hedge)
        closed.signal.removeEventListener('abort', onClose)
        for (const [node, sinceMs] of asked) {
          if (performance.now() - sinceMs >= hedgeAfterMs && !closed.signal.aborted) recordFailure(node, now())
        }
        asked.clear()
        finished.abort()
      }

      function fail(message: string): void {
        finish()
        reject(new HiveUnavailable(message, reasons))
      }

      function advance(): void {
        const best = Math.max(0, ...[...votes.values()].map((operators) => operators.size))
        while (asked.size < question.agreement - best + spare && waiting.length > 0) start(waiting.shift()!)
        if (asked.size > 0) return
        fail(votes.size > 0 ? 'The Hive nodes do not agree' : 'No Hive node can be reached')
      }

      function start(node: HiveNode): void {
        asked.set(node, performance.now())
        askNode(node, question, finished.signal).then(
          (value) => {
            if (!asked.delete(node)) return
            recordSuccess(node)
            const said = JSON.stringify(value) ?? 'nothing'
            const agreeing = (votes.get(said) ?? new Set()).add(node.operator)
            votes.set(said, agreeing)
            if (agreeing.size < question.agreement) return advance()
            finish()
            resolve(value)
          },
          (error: unknown) => {
            if (!asked.delete(node)) return
            if (error instanceof HiveRpcError && question.isFinal(error)) {
              recordSuccess(node)
              finish()
              return reject(error)
            }
            recordFailure(node, now())
            reasons.push(`${new URL(node.url).host}: ${error instanceof Error ? error.message : 'unknown'}`)
            advance()
          },
        )
      }

      advance()
    })
  }

  function read<T>(method: string, params: unknown, readResult: (result: unknown) => T, wanted = 1): Promise<T> {
    // A node that answers a plain read with an error is a broken node.
    return ask({ method, params, read: readResult, agreement: wanted, isHedged: true, isFinal: () => false })
  }

  return {
    async getAccount(name) {
      if (!isAccountName(name)) return undefined
      return read('condenser_api.get_accounts', [[name]], (result) => readAccount(result, name))
    },
    async getPostingAuthority(name) {
      if (!isAccountName(name)) return undefined
      const readPosting = (result: unknown) => readAccount(result, name)?.posting
      return read('condenser_api.get_accounts', [[name]], readPosting, agreement)
    },
    getDynamicGlobalProperties() {
      return read('condenser_api.get_dynamic_global_properties', [], readProperties)
    },
    call<T>(method: string, params: unknown) {
      return ask<T>({
        method,
        params,
        read: (result) => result as T,
        agreement: 1,
        isHedged: false,
        isFinal: isRefusal,
      })
    },
    close() {
      clearInterval(healthTimer)
      closed.abort()
    },
  }
}

/** hived, json_rpc_plugin.hpp: -32602 invalid parameters, -32003 error during the call; a busy database is the node's trouble. */
function isRefusal(error: HiveRpcError): boolean {
  return (
    (error.code === -32602 || error.code === -32003) &&
    !/unable to acquire|(?:read|write|database) lock/i.test(error.message)
  )
}

function readAccount(result: unknown, name: string): HiveAccount | undefined {
  if (!Array.isArray(result) || result.length > 1) throw new NodeFailure('The answer is not a list of one account')
  if (result.length === 0) return undefined
  const account = parseAccount(result[0])
  if (account?.name !== name) throw new NodeFailure('The answer is not the account asked for')
  return account
}

function readProperties(result: unknown): DynamicGlobalProperties {
  const properties = (typeof result === 'object' && result !== null ? result : {}) as Record<string, unknown>
  const { head_block_number, head_block_id, time } = properties
  if (
    !Number.isSafeInteger(head_block_number) ||
    typeof head_block_id !== 'string' ||
    !/^[0-9a-f]{40}$/.test(head_block_id) ||
    typeof time !== 'string' ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(time)
  )
    throw new NodeFailure('The answer is not the state of a chain')
  return { head_block_number: head_block_number as number, head_block_id, time }
}
