import type { KeyRole } from '../../keychain-api.ts'
import { sandboxAccountNames } from '../accounts.ts'

/** A checked request of the page, and what to do when the user approves it. */
export interface WalletRequest {
  /** The request, as the response's `data` repeats it. */
  data: Record<string, unknown>
  /** If null, the user chooses the account. */
  account: string | null
  title: string
  details: { label: string; value: string }[]
  run: (account: string) => Promise<WalletSuccess>
}

interface WalletSuccess {
  result: unknown
  message: string
  /** Further fields of the response, such as `publicKey`. */
  extraFields?: Record<string, unknown>
}

/** A call with arguments that Keychain does not accept. The response is 'incomplete', without a dialog. */
export class IncompleteRequest extends Error {
  override readonly name = 'ValidationError'
}

export function requireText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new IncompleteRequest(`"${name}" must be a string`)
  if (value === '') throw new IncompleteRequest(`"${name}" is not allowed to be empty`)
  return value
}

/** The string may be empty. */
export function requireString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new IncompleteRequest(`"${name}" must be a string`)
  return value
}

/** Null lets the user choose the account. */
export function requireAccount(value: unknown, name: string): string | null {
  return value === null || value === undefined ? null : requireText(value, name)
}

const roles: readonly KeyRole[] = ['Posting', 'Active', 'Memo']

/** Accepts both 'Posting' and 'posting'. */
export function requireRole(value: unknown, name: string, allowed: readonly KeyRole[] = roles): KeyRole {
  const role = allowed.find((role) => role === value || role.toLowerCase() === value)
  if (!role) throw new IncompleteRequest(`"${name}" must be one of [${allowed.join(', ')}]`)
  return role
}

export function walletAccounts(account: string | null): readonly string[] {
  return account === null ? sandboxAccountNames : [account]
}
