import type { Authority } from '../../authority.ts'
import type { RequiredAuthorities } from '../operations/operation-rule.ts'
import { ChainError } from './chain-error.ts'
import type { AccountState, ChainState } from './state.ts'

type Role = 'posting' | 'active' | 'owner'

/** hived: HIVE_MAX_SIG_CHECK_DEPTH and HIVE_MAX_SIG_CHECK_ACCOUNTS */
const maxDepth = 2
const maxAccounts = 125

/**
 * Throws `ChainError` unless the keys that signed satisfy the authorities that the operations require, and none of them is
 * superfluous. Since hard fork 28 roles are strict: the active and the owner key cannot be used in place of the posting key
 * (hived, transaction_util.cpp).
 */
export function verifyAuthority(
  state: ChainState,
  required: readonly RequiredAuthorities[],
  signers: ReadonlySet<string>,
): void {
  const names = (role: Role) => [...new Set(required.flatMap((authorities) => authorities[role] ?? []))]
  const [posting, active, owner] = [names('posting'), names('active'), names('owner')]
  if (posting.length > 0 && active.length + owner.length > 0)
    throw new ChainError(
      'cannot combine operations requiring posting authority with operations requiring active or owner authority',
      'tx_combined_auths_with_posting',
    )
  const usedKeys = new Set<string>()
  for (const [role, label, list] of [
    ['posting', 'Posting', posting],
    ['active', 'Active', active],
    ['owner', 'Owner', owner],
  ] as const) {
    for (const name of list) {
      const account = state.accounts.get(name)
      if (!account || !satisfies(state, account, role, signers, usedKeys))
        throw new ChainError(
          `missing required ${role} authority:Missing ${label} Authority ${name}`,
          `tx_missing_${role}_auth`,
        )
    }
  }
  if (usedKeys.size < signers.size)
    throw new ChainError('irrelevant signature included:Unnecessary signature(s) detected', 'tx_irrelevant_sig')
}

function satisfies(
  state: ChainState,
  account: AccountState,
  role: Role,
  signers: ReadonlySet<string>,
  usedKeys: Set<string>,
): boolean {
  let checkedAccounts = 0

  function check(authority: Authority, depth: number): boolean {
    let weight = 0
    for (const [key, keyWeight] of authority.key_auths) {
      if (!signers.has(key)) continue
      usedKeys.add(key)
      weight += keyWeight
      if (weight >= authority.weight_threshold) return true
    }
    if (depth === maxDepth) return false
    for (const [name, accountWeight] of authority.account_auths) {
      checkedAccounts += 1
      const member = checkedAccounts <= maxAccounts ? state.accounts.get(name) : undefined
      if (!member || !check(member[role], depth + 1)) continue
      weight += accountWeight
      if (weight >= authority.weight_threshold) return true
    }
    return weight >= authority.weight_threshold
  }

  return check(account[role], 0)
}
