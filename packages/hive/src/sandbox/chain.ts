import { sandboxChainId } from './accounts.ts'
import { blockId, blockNumberAt, blockTimeMs } from './block.ts'
import type { ChainState } from './state.ts'
import { genesisState } from './state.ts'

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

export interface SandboxChain {
  readonly chainId: string
  readonly state: ChainState
  /** The chain's clock in epoch milliseconds: the given one plus all it was moved on. */
  now(): number
  headBlock(): Block
}

/** A Hive chain of one node for trying out and testing: real keys, signatures and rules, nothing of value. */
export function createSandboxChain(options: SandboxChainOptions = {}): SandboxChain {
  if (process.env.NODE_ENV === 'production') throw new Error('The sandbox chain does not run in production')
  const { now = Date.now, chainId = sandboxChainId } = options
  return {
    chainId,
    state: genesisState(),
    now,
    headBlock() {
      const number = blockNumberAt(now())
      return { number, id: blockId(chainId, number), timeMs: blockTimeMs(number) }
    },
  }
}
