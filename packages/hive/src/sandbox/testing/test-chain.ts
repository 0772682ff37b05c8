import type { PrivateKey } from 'hive-tx'
import type { Operation, OperationBodies, Transaction } from '../../operation.ts'
import { prepareTransaction, signTransaction } from '../../transaction.ts'
import type { SandboxRole } from '../accounts.ts'
import { sandboxPrivateKey } from '../accounts.ts'
import { handleRpc } from '../api/rpc.ts'
import { hiveTime } from '../chain/block.ts'
import type { Receipt, SandboxChain, SandboxChainOptions } from '../chain/chain.ts'
import { createSandboxChain } from '../chain/chain.ts'

/** A chain with its own clock, and shortcuts for acting on it. */
interface TestChain {
  readonly chain: SandboxChain
  /** Moves the clock forward. */
  wait(seconds: number): void
  head(): { head_block_number: number; head_block_id: string; time: string }
  sign(keys: PrivateKey[], ...operations: Operation[]): Promise<Transaction>
  /**
   * Signs with the account's key for the role and broadcasts. Operations that have no binary form are broadcast unsigned, for
   * the chain to refuse. Rejects with `ChainError`.
   */
  send(name: string, role: SandboxRole, ...operations: Operation[]): Promise<Receipt>
  /** Resolves with the `result` of a JSON-RPC call, or its `error`. */
  call(method: string, params?: unknown): Promise<unknown>
}

const testStartMs = Date.UTC(2026, 10, 21, 3)

export function createTestChain(options: SandboxChainOptions = {}): TestChain {
  let nowMs = testStartMs
  const chain = createSandboxChain({ now: () => nowMs, ...options })

  function head() {
    const { number, id, timeMs } = chain.headBlock()
    return { head_block_number: number, head_block_id: id, time: hiveTime(timeMs) }
  }

  async function sign(keys: PrivateKey[], ...operations: Operation[]) {
    return signTransaction(prepareTransaction(head(), operations), keys, chain.chainId)
  }

  return {
    chain,
    wait: (seconds) => {
      nowMs += seconds * 1000
    },
    head,
    sign,
    send: async (name, role, ...operations) => {
      const unsigned = { ...prepareTransaction(head(), operations), signatures: [] }
      const signed = await sign([sandboxPrivateKey(name, role)], ...operations).catch(() => unsigned)
      return chain.broadcast(signed)
    },
    call: async (method, params = []) => {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = (await handleRpc(chain, request)) as { result?: unknown; error?: unknown }
      return response.error ?? response.result
    },
  }
}

export function vote(voter: string, permlink: string, weight = 10_000, author = 'alice'): Operation {
  return ['vote', { voter, author, permlink, weight }]
}

export function post(author: string, permlink: string, changes: Partial<OperationBodies['comment']> = {}): Operation {
  const body = { title: 'Live', body: 'Watch me', json_metadata: '{"app":"waggle/1.0","tags":["live"]}' }
  return ['comment', { parent_author: '', parent_permlink: 'live', author, permlink, ...body, ...changes }]
}

export function options(permlink: string, changes: Partial<OperationBodies['comment_options']> = {}): Operation {
  const defaults = {
    max_accepted_payout: '1000000.000 HBD',
    percent_hbd: 10_000,
    allow_votes: true,
    allow_curation_rewards: true,
  }
  return ['comment_options', { author: 'alice', permlink, ...defaults, extensions: [], ...changes }]
}
