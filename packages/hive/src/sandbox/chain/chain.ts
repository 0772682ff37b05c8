import type { OperationName } from '../../operation.ts'
import { sandboxChainId } from '../accounts.ts'
import { payOut } from '../economy/payout.ts'
import { chargeResourceCredits } from '../economy/resource-credits.ts'
import { applyOperation, requiredAuthorities } from '../operations/rules.ts'
import { blockId, blockNumberAt, blockTimeMs } from './block.ts'
import { assertChain } from './chain-error.ts'
import { openChainLog } from './chain-log.ts'
import type { CheckedTransaction } from './signed-transaction.ts'
import { checkTiming, readTransaction, recoverSigners } from './signed-transaction.ts'
import type { ChainState, HistoryEntry } from './state.ts'
import { genesisState } from './state.ts'
import { editState } from './state-edit.ts'
import { verifyAuthority } from './verify-authority.ts'

export interface SandboxChainOptions {
  /** The file that stores the chain. Without it the chain exists in memory only. */
  dataFile?: string
  now?: () => number
  /** 32 bytes as hex. Only tests with other programs set it, because those programs support one chain only. */
  chainId?: string
}

interface Block {
  number: number
  id: string
  timeMs: number
}

/** The block that contains a transaction. */
export interface Receipt {
  id: string
  blockNumber: number
  expirationMs: number
}

export interface SandboxChain {
  readonly chainId: string
  /** The state as of the head block, including all payouts that are due. */
  readonly state: ChainState
  /** All operations, oldest first. */
  readonly history: readonly HistoryEntry[]
  /** The chain's clock in epoch milliseconds: the machine's clock plus everything by which `advance` has moved it. */
  now(): number
  /** Moves the clock forward, for example to a post's payout. Code that compares times with the chain's must use its clock. */
  advance(byMs: number): void
  headBlock(): Block
  /** Checks a transaction from the network and executes it. Throws `ChainError`. */
  broadcast(value: unknown): Receipt
  findTransaction(id: string): Receipt | undefined
}

const longestAdvanceMs = 366 * 24 * 60 * 60_000

/**
 * A Hive chain with a single node, for trying out and testing: its keys, signatures and rules are real, but it has no value.
 * Throws if the data file is damaged or belongs to another chain.
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
  let paidOutBlock = 0

  /** Never goes back, even if the machine's clock does. */
  function chainNow(): number {
    latestMs = Math.max(latestMs, now() + offsetMs)
    return latestMs
  }

  function headBlockAt(timeMs: number): Block {
    const number = blockNumberAt(timeMs)
    const block = { number, id: blockId(chainId, number), timeMs: blockTimeMs(number) }
    if (number > paidOutBlock) {
      paidOutBlock = number
      payOut(state, block.timeMs)
    }
    return block
  }

  /** Executes a transaction completely or not at all. If `store` throws, the transaction is undone. */
  function execute(checked: CheckedTransaction, head: Block, store: () => void): Receipt {
    const { transaction, id, sizeBytes, expirationMs } = checked
    const required = transaction.operations.map(requiredAuthorities)
    const edit = editState(state, head.timeMs)
    try {
      const names = transaction.operations.map(([name]): OperationName => name)
      chargeResourceCredits(names, sizeBytes, required, edit)
      for (const operation of transaction.operations) applyOperation(operation, edit)
      store()
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
      else execute(readTransaction(entry.transaction), headBlockAt(entry.atMs), () => {})
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
        throw new RangeError('The clock can only be moved forward, by at most a year')
      log.append({ atMs: chainNow(), advancedByMs: byMs })
      offsetMs += byMs
    },
    headBlock: () => headBlockAt(chainNow()),
    broadcast(value) {
      assertChain(!log.isFull, 'The sandbox chain is full: delete its data file')
      const atMs = chainNow()
      const head = headBlockAt(atMs)
      const checked = readTransaction(value)
      assertChain(!receipts.has(checked.id), 'Duplicate transaction check failed')
      checkTiming(checked, chainId, head)
      const signers = recoverSigners(checked.transaction, chainId)
      verifyAuthority(state, checked.transaction.operations.map(requiredAuthorities), signers)
      return execute(checked, head, () => log.append({ atMs, transaction: checked.transaction }))
    },
    findTransaction: (id) => receipts.get(id),
  }
}
