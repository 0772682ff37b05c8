import type { KeyRole } from '../../keychain-api.ts'
import { sandboxAccountNames } from '../accounts.ts'

/** What the page asked for, checked, and what to do once the user approves. */
export interface WalletRequest {
  /** As the answer's `data` repeats it. */
  data: Record<string, unknown>
  /** Null: the user chooses. */
  account: string | null
  title: string
  details: { label: string; value: string }[]
  run: (account: string) => Promise<WalletSuccess>
}

export interface WalletSuccess {
  result: unknown
  message: string
  /** Further members of the answer, such as `publicKey`. */
  more?: Record<string, unknown>
}

/** A call with arguments that Keychain does not accept: it answers 'incomplete' without a dialog. */
export class IncompleteRequest extends Error {
  override readonly name = 'ValidationError'
}

export function requireText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new IncompleteRequest(`"${name}" must be a string`)
  if (value === '') throw new IncompleteRequest(`"${name}" is not allowed to be empty`)
  return value
}

/** May be empty. */
export function requireString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new IncompleteRequest(`"${name}" must be a string`)
  return value
}

/** A null account lets the user choose one. */
export function requireAccount(value: unknown, name: string): string | null {
  return value === null || value === undefined ? null : requireText(value, name)
}

const roles: readonly KeyRole[] = ['Posting', 'Active', 'Memo']

/** 'Posting' or 'posting'. */
export function requireRole(value: unknown, name: string, allowed: readonly KeyRole[] = roles): KeyRole {
  const role = allowed.find((role) => role === value || role.toLowerCase() === value)
  if (!role) throw new IncompleteRequest(`"${name}" must be one of [${allowed.join(', ')}]`)
  return role
}

export function walletAccounts(account: string | null): readonly string[] {
  return account === null ? sandboxAccountNames : [account]
}
