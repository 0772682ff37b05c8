import type { Authority } from '../../authority.ts'
import type { Operation } from '../../operation.ts'
import { sandboxAccountNames, sandboxPublicKey } from '../accounts.ts'
import type { Manabar } from '../economy/manabar.ts'
import { genesisMs } from './block.ts'

/**
 * Amounts are whole numbers of the smallest unit: thousandths of HIVE and HBD, millionths of VESTS. Times are epoch
 * milliseconds, 0 for never.
 */
export interface AccountState {
  name: string
  owner: Authority
  active: Authority
  posting: Authority
  memoKey: string
  jsonMetadata: string
  postingJsonMetadata: string
  createdMs: number
  lastAccountUpdateMs: number
  /** The last post by any application, for the five-minute rule. */
  lastRootPostMs: number
  lastPostMs: number
  lastVoteMs: number
  postCount: number
  hive: number
  hbd: number
  vests: number
  rewardHbd: number
  rewardVests: number
  votingMana: Manabar
  resourceCredits: Manabar
  following: string[]
}

export interface Beneficiary {
  account: string
  /** In hundredths of a percent of the author's share. */
  weight: number
}

export interface Vote {
  voter: string
  /** In hundredths of a percent. */
  percent: number
  rshares: number
  timeMs: number
  changes: number
}

export interface PostState {
  id: number
  author: string
  permlink: string
  parentAuthor: string
  parentPermlink: string
  /** The community or first tag of the post; for a reply, that of the post it belongs to. */
  category: string
  depth: number
  children: number
  title: string
  body: string
  jsonMetadata: string
  createdMs: number
  updatedMs: number
  cashoutMs: number
  /** Set when the post has been paid out. */
  payout: { authorHbd: number; curatorsHbd: number; beneficiariesHbd: number } | undefined
  maxAcceptedHbd: number
  percentHbd: number
  allowVotes: boolean
  allowCurationRewards: boolean
  beneficiaries: Beneficiary[]
  votes: Vote[]
}

export interface HistoryEntry {
  transactionId: string
  blockNumber: number
  timeMs: number
  operationIndex: number
  operation: Operation
}

export interface ChainState {
  accounts: Map<string, AccountState>
  /** By `author/permlink`. */
  posts: Map<string, PostState>
  lastPostId: number
}

const startingHive = 1_000_000
const startingHbd = 100_000
const startingVests = 2_000_000_000_000

export function genesisState(): ChainState {
  const accounts = sandboxAccountNames.map((name) => [name, genesisAccount(name)] as const)
  return { accounts: new Map(accounts), posts: new Map(), lastPostId: 0 }
}

export function postKey(author: string, permlink: string): string {
  return `${author}/${permlink}`
}

function genesisAccount(name: string): AccountState {
  return {
    name,
    owner: singleKeyAuthority(sandboxPublicKey(name, 'owner')),
    active: singleKeyAuthority(sandboxPublicKey(name, 'active')),
    posting: singleKeyAuthority(sandboxPublicKey(name, 'posting')),
    memoKey: sandboxPublicKey(name, 'memo'),
    jsonMetadata: '',
    postingJsonMetadata: '',
    createdMs: genesisMs,
    lastAccountUpdateMs: 0,
    lastRootPostMs: 0,
    lastPostMs: 0,
    lastVoteMs: 0,
    postCount: 0,
    hive: startingHive,
    hbd: startingHbd,
    vests: startingVests,
    rewardHbd: 0,
    rewardVests: 0,
    votingMana: { mana: startingVests, updatedMs: genesisMs },
    resourceCredits: { mana: startingVests, updatedMs: genesisMs },
    following: [],
  }
}

function singleKeyAuthority(publicKey: string): Authority {
  return { weight_threshold: 1, account_auths: [], key_auths: [[publicKey, 1]] }
}
