/** The accounts and keys that may act, each with a weight, and the sum of weights that is required. In hived's form. */
export interface Authority {
  weight_threshold: number
  account_auths: [string, number][]
  key_auths: [string, number][]
}

/** The fields of a `condenser_api.get_accounts` entry that are used. Times are UTC without a time zone ('2026-11-21T03:00:00'). */
export interface HiveAccount {
  name: string
  owner: Authority
  active: Authority
  posting: Authority
  memo_key: string
  json_metadata: string
  posting_json_metadata: string
  last_root_post: string
  created: string
}

/** hived allows 40 (HIVE_MAX_AUTHORITY_MEMBERSHIP), but older accounts may have more. */
const maxMembers = 200

/**
 * Whether this one key reaches the threshold by its own weight. A signature proves only one key, so the weights of several keys
 * are not added. Accounts in the authority are not followed: most of them are applications, whose operators could then sign
 * in as their users.
 */
export function keySatisfies(authority: Authority, publicKey: string): boolean {
  const threshold = authority.weight_threshold
  if (!Number.isInteger(threshold) || threshold < 1) return false
  return authority.key_auths.some(
    ([key, weight]) => key === publicKey && Number.isInteger(weight) && weight >= threshold,
  )
}

/** Whether the account may act alone: its weight has to reach the threshold. */
export function accountSatisfies(authority: Authority, name: string): boolean {
  return authority.account_auths.some(([account, weight]) => account === name && weight >= authority.weight_threshold)
}

/** Parses an authority in a node's response. Undefined if its shape or size is wrong. */
export function parseAuthority(value: unknown): Authority | undefined {
  if (!isRecord(value)) return undefined
  const threshold = value.weight_threshold
  const accounts = parsePairs(value.account_auths)
  const keys = parsePairs(value.key_auths)
  if (!isUint(threshold, 0xffff_ffff) || !accounts || !keys || accounts.length + keys.length > maxMembers)
    return undefined
  return { weight_threshold: threshold, account_auths: accounts, key_auths: keys }
}

/** Parses an entry of `get_accounts`. Undefined if its shape is wrong. */
export function parseAccount(value: unknown): HiveAccount | undefined {
  if (!isRecord(value) || typeof value.name !== 'string') return undefined
  const owner = parseAuthority(value.owner)
  const active = parseAuthority(value.active)
  const posting = parseAuthority(value.posting)
  if (!owner || !active || !posting) return undefined
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '')
  return {
    name: value.name,
    owner,
    active,
    posting,
    memo_key: text('memo_key'),
    json_metadata: text('json_metadata'),
    posting_json_metadata: text('posting_json_metadata'),
    last_root_post: text('last_root_post'),
    created: text('created'),
  }
}

/** Sorted by name, as hived stores them, so that equal authorities from different nodes compare equal. */
function parsePairs(value: unknown): [string, number][] | undefined {
  if (!Array.isArray(value) || value.length > maxMembers) return undefined
  const pairs: [string, number][] = []
  for (const pair of value) {
    if (!Array.isArray(pair) || pair.length !== 2) return undefined
    const [name, weight] = pair as [unknown, unknown]
    if (typeof name !== 'string' || name.length > 64 || !isUint(weight, 0xffff)) return undefined
    pairs.push([name, weight])
  }
  return pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

function isUint(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
