import type { Authority } from '../../authority.ts'
import type { Operation } from '../../operation.ts'
import type { WalletAccount, WalletChain } from './wallet-chain.ts'
import { WalletFailure } from './wallet-chain.ts'
import type { WalletRequest } from './wallet-request.ts'
import { IncompleteRequest, requireAccount, requireRole, requireText } from './wallet-request.ts'

/** requestAddAccountAuthority: allows another account to act in a role. Always signed with the active key. */
export function addAuthorityRequest(
  chain: WalletChain,
  account: unknown,
  authorized: unknown,
  role: unknown,
  weight: unknown,
): WalletRequest {
  const username = requireAccount(account, 'username')
  const authorizedUsername = requireText(authorized, 'authorizedUsername')
  const keyRole = requireRole(role, 'role', ['Posting', 'Active'])
  if (!Number.isInteger(weight) || Number(weight) < 1) throw new IncompleteRequest('"weight" must be a number')
  return {
    account: username,
    title: 'Add account authority',
    details: [
      { label: 'Authorized account', value: `@${authorizedUsername}` },
      { label: 'Role', value: keyRole },
      { label: 'Weight', value: String(weight) },
    ],
    data: {
      type: 'addAccountAuthority',
      username,
      authorizedUsername,
      role: keyRole,
      weight,
      method: 'Active',
      rpc: null,
    },
    async run(name) {
      const update = await chain.getAccount(name)
      const previous = update[roleKey(keyRole)]
      if (previous.account_auths.some(([member]) => member === authorizedUsername))
        throw new WalletFailure('There was an error broadcasting this transaction: : already_has_authority_error')
      const members = [...previous.account_auths, [authorizedUsername, Number(weight)] as [string, number]]
      return {
        result: await broadcastUpdate(chain, update, keyRole, members),
        message: `Successfully added ${keyRole} authority for @${authorizedUsername}.`,
      }
    },
  }
}

/** requestRemoveAccountAuthority: withdraws what requestAddAccountAuthority allowed. */
export function removeAuthorityRequest(
  chain: WalletChain,
  account: unknown,
  authorized: unknown,
  role: unknown,
): WalletRequest {
  const username = requireAccount(account, 'username')
  const authorizedUsername = requireText(authorized, 'authorizedUsername')
  const keyRole = requireRole(role, 'role', ['Posting', 'Active'])
  return {
    account: username,
    title: 'Remove account authority',
    details: [
      { label: 'Authorized account', value: `@${authorizedUsername}` },
      { label: 'Role', value: keyRole },
    ],
    data: { type: 'removeAccountAuthority', username, authorizedUsername, role: keyRole, method: 'Active', rpc: null },
    async run(name) {
      const update = await chain.getAccount(name)
      const previous = update[roleKey(keyRole)].account_auths
      const members = previous.filter(([member]) => member !== authorizedUsername)
      if (members.length === previous.length)
        throw new WalletFailure('There was an error broadcasting this transaction: : missing_authority_error')
      return {
        result: await broadcastUpdate(chain, update, keyRole, members),
        message: `Successfully removed ${keyRole} authority for @${authorizedUsername}.`,
      }
    },
  }
}

type Role = 'Posting' | 'Active' | 'Memo'

function roleKey(role: Role): 'posting' | 'active' {
  return role === 'Active' ? 'active' : 'posting'
}

async function broadcastUpdate(chain: WalletChain, account: WalletAccount, role: Role, members: [string, number][]) {
  const key = roleKey(role)
  // hived sorts them before hashing, so the signature has to be made over sorted members.
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1))
  const authority: Authority = { ...account[key], account_auths: sorted }
  const { name, memo_key, json_metadata } = account
  const update: Operation = ['account_update', { account: name, [key]: authority, memo_key, json_metadata }]
  const id = await chain.broadcast(name, 'active', [update])
  return { id, tx_id: id, confirmed: false }
}
