import type { OperationName } from '../../operation.ts'
import { sandboxChainId } from '../accounts.ts'
import { payOut } from '../economy/payout.ts'
import { chargeResourceCredits } from '../economy/resource-credits.ts'
import { applyOperation, requiredAuthorities } from '../operations/rules.ts'
import { blockId, blockNumberAt, blockTimeMs } from './block.ts'
import { assertChain } from './chain-error.ts'
import { openChainLog } from './chain-log.ts'
import type { ReadTransaction } from './signed-transaction.ts'
import { checkTiming, readTransaction, recoverSigners } from './signed-transaction.ts'
import type { ChainState, HistoryEntry } from './state.ts'
import { genesisState } from './state.ts'
import { editState } from './state-edit.ts'
import { verifyAuthority } from './verify-authority.ts'

export interface SandboxChainOptions {
  /** Where what happened is kept; without it the chain lives in memory. */
  dataFile?: string
  now?: () => number
  /** 32 bytes as hex. Only tests of foreign programs, which know one chain, set it. */
  chainId?: string
}

export interface Block {
  number: number
  id: string
  timeMs: number
}

/** Where a transaction was put. */
export interface Receipt {
  id: string
  blockNumber: number
  expirationMs: number
}

export interface SandboxChain {
  readonly chainId: string
  /** As of the head block: payouts that are due are made. */
  readonly state: ChainState
  /** All operations, oldest first. */
  readonly history: readonly HistoryEntry[]
  /** The chain's clock in epoch milliseconds: the given one plus all it was moved on. */
  now(): number
  /** Moves the clock on, such as to a post's payout; what it is compared with must follow this clock then. */
  advance(byMs: number): void
  headBlock(): Block
  /** Checks a transaction as it came from the network and carries it out. Throws `ChainError`. */
  broadcast(value: unknown): Receipt
  findTransaction(id: string): Receipt | undefined
}

const longestAdvanceMs = 366 * 24 * 60 * 60_000

/**
 * A Hive chain of one node for trying out and testing: real keys, signatures and rules, nothing of value.
 * Throws for a data file that is damaged or belongs to another chain.
 */
export function createSandboxChain(options: SandboxChainOptions = {}): SandboxChain {
  if (process.env.NODE_ENV === 'production') throw new Error('The sandbox chain does not run in production')
  const { now = Date.now, chainId = sandboxChainId } = options
  const log = openChainLog(options.dataFile, chainId)
  const state = genesisState()
  const history: HistoryEntry[] = []
  const receipts = new Map<string, Receipt>()
  let offsetMs = 0
  let latestMs = 0
  let settledBlock = 0

  /** Never goes back, even where the machine's clock does. */
  function chainNow(): number {
    latestMs = Math.max(latestMs, now() + offsetMs)
    return latestMs
  }

  function headBlockAt(timeMs: number): Block {
    const number = blockNumberAt(timeMs)
    const block = { number, id: blockId(chainId, number), timeMs: blockTimeMs(number) }
    if (number > settledBlock) {
      settledBlock = number
      payOut(state, block.timeMs)
    }
    return block
  }

  /** `record` belongs to it: what could not be kept did not happen. */
  function carryOut(read: ReadTransaction, head: Block, record: () => void): Receipt {
    const { transaction, id, sizeBytes, expirationMs } = read
    const required = transaction.operations.map(requiredAuthorities)
    const edit = editState(state, head.timeMs)
    try {
      const names = transaction.operations.map(([name]): OperationName => name)
      chargeResourceCredits(names, sizeBytes, required, edit)
      for (const operation of transaction.operations) applyOperation(operation, edit)
      record()
    } catch (error) {
      edit.undo()
      throw error
    }
    const blockNumber = head.number + 1
    const timeMs = blockTimeMs(blockNumber)
    transaction.operations.forEach((operation, operationIndex) => {
      history.push({ transactionId: id, blockNumber, timeMs, operationIndex, operation })
    })
    const receipt = { id, blockNumber, expirationMs }
    receipts.set(id, receipt)
    return receipt
  }

  function replay(): void {
    for (const entry of log.entries) {
      latestMs = Math.max(latestMs, entry.atMs)
      if ('advancedByMs' in entry) offsetMs += entry.advancedByMs
      else carryOut(readTransaction(entry.transaction), headBlockAt(entry.atMs), () => {})
    }
  }

  try {
    replay()
  } catch (cause) {
    throw new Error(`${options.dataFile} does not follow the rules of this sandbox chain: delete it`, { cause })
  }
  return {
    chainId,
    get state() {
      headBlockAt(chainNow())
      return state
    },
    history,
    now: chainNow,
    advance(byMs) {
      if (!Number.isSafeInteger(byMs) || byMs < 0 || byMs > longestAdvanceMs)
        throw new RangeError('The clock only moves on, by at most a year')
      log.append({ atMs: chainNow(), advancedByMs: byMs })
      offsetMs += byMs
    },
    headBlock: () => headBlockAt(chainNow()),
    broadcast(value) {
      assertChain(!log.isFull, 'The sandbox chain is full: delete its data file')
      const atMs = chainNow()
      const head = headBlockAt(atMs)
      const read = readTransaction(value)
      assertChain(!receipts.has(read.id), 'Duplicate transaction check failed')
      checkTiming(read, chainId, head)
      const signers = recoverSigners(read.transaction, chainId)
      verifyAuthority(state, read.transaction.operations.map(requiredAuthorities), signers)
      return carryOut(read, head, () => log.append({ atMs, transaction: read.transaction }))
    },
    findTransaction: (id) => receipts.get(id),
  }
}
