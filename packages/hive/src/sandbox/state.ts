import type { Authority } from '../authority.ts'
import { sandboxAccountNames, sandboxPublicKey } from './accounts.ts'
import { genesisMs } from './block.ts'

/** Amounts are whole numbers of the smallest unit: thousandths of HIVE and HBD, millionths of VESTS. */
export interface AccountState {
  name: string
  owner: Authority
  active: Authority
  posting: Authority
  memoKey: string
  jsonMetadata: string
  postingJsonMetadata: string
  createdMs: number
  /** 0: never. Counts the posts of all applications, for the five-minute rule. */
  lastRootPostMs: number
  lastPostMs: number
  lastVoteMs: number
  postCount: number
  hive: number
  hbd: number
  vests: number
}

export interface ChainState {
  accounts: Map<string, AccountState>
}

const startingHive = 1_000_000
const startingHbd = 100_000
const startingVests = 2_000_000_000_000

export function genesisState(): ChainState {
  return { accounts: new Map(sandboxAccountNames.map((name) => [name, genesisAccount(name)])) }
}

function genesisAccount(name: string): AccountState {
  return {
    name,
    owner: soleKey(sandboxPublicKey(name, 'owner')),
    active: soleKey(sandboxPublicKey(name, 'active')),
    posting: soleKey(sandboxPublicKey(name, 'posting')),
    memoKey: sandboxPublicKey(name, 'memo'),
    jsonMetadata: '',
    postingJsonMetadata: '',
    createdMs: genesisMs,
    lastRootPostMs: 0,
    lastPostMs: 0,
    lastVoteMs: 0,
    postCount: 0,
    hive: startingHive,
    hbd: startingHbd,
    vests: startingVests,
  }
}

function soleKey(publicKey: string): Authority {
  return { weight_threshold: 1, account_auths: [], key_auths: [[publicKey, 1]] }
}
