import { isAccountName } from '../../account-name.ts'
import type { Authority } from '../../authority.ts'
import { parseAuthority } from '../../authority.ts'
import { assertChain } from '../chain/chain-error.ts'
import { isPublicKey } from '../chain/public-key.ts'
import { parseAmount } from '../economy/amount.ts'

/** Functions that read the fields of an operation from the network. Each throws `ChainError`, with hived's text if hived has one. */

export type Fields = Record<string, unknown>

export function readText(fields: Fields, key: string): string {
  const value = fields[key]
  assertChain(typeof value === 'string', `${key} must be a string`)
  // A lone surrogate would be displayed differently from what is signed.
  assertChain(value.isWellFormed(), `${key} is not valid UTF8`)
  return value
}

export function readAccountName(fields: Fields, key: string): string {
  const value = fields[key]
  assertChain(isAccountName(value), `Account name ${String(value).slice(0, 64)} is invalid`)
  return value
}

export function readInteger(fields: Fields, key: string, min: number, max: number): number {
  const value = fields[key]
  assertChain(Number.isInteger(value), `${key} must be an integer`)
  const number = value as number
  assertChain(number >= min && number <= max, `${key} must be ${min} to ${max}`)
  return number
}

export function readBoolean(fields: Fields, key: string): boolean {
  const value = fields[key]
  assertChain(typeof value === 'boolean', `${key} must be true or false`)
  return value
}

export function readAmount(fields: Fields, key: string): string {
  const value = fields[key]
  assertChain(parseAmount(value), `${key} is not an amount such as '1.000 HIVE'`)
  return value as string
}

export function readPublicKey(fields: Fields, key: string): string {
  const value = fields[key]
  assertChain(isPublicKey(value), `${key} is not a public key`)
  return value
}

/** A permlink has 1 to 255 characters: a-z, 0-9 and the hyphen (hived, hive_evaluator_social.cpp `validate_permlink_0_1`). */
export function readPermlink(fields: Fields, key: string): string {
  const permlink = readText(fields, key)
  assertChain(permlink.length > 0 && permlink.length < 256, 'Permlink is not a valid size.')
  const invalid = /[^a-z0-9-]/.exec(permlink)
  assertChain(!invalid, `Invalid permlink character: ${invalid?.[0]}`)
  return permlink
}

/** The text may be empty; else it must be JSON. */
export function readJson(fields: Fields, key: string, message: string): string {
  const text = readText(fields, key)
  if (text === '') return text
  try {
    JSON.parse(text)
  } catch {
    assertChain(false, message)
  }
  return text
}

export function readOptionalAuthority(fields: Fields, key: string): Authority | undefined {
  const value = fields[key]
  if (value === undefined || value === null) return undefined
  const authority = parseAuthority(value)
  assertChain(authority, `${key} is not an authority`)
  const members = [...authority.account_auths, ...authority.key_auths]
  // hived: HIVE_MAX_AUTHORITY_MEMBERSHIP
  assertChain(members.length <= 40, 'Authority membership exceeded')
  assertChain(new Set(members.map(([name]) => name)).size === members.length, 'Authority has a member twice')
  for (const [name] of authority.account_auths) assertChain(isAccountName(name), `Account name ${name} is invalid`)
  for (const [publicKey] of authority.key_auths) assertChain(isPublicKey(publicKey), `${key} has an invalid key`)
  const totalWeight = members.reduce((sum, [, weight]) => sum + weight, 0)
  assertChain(totalWeight >= authority.weight_threshold && authority.weight_threshold > 0, 'Authority is impossible')
  return authority
}

export function readNames(fields: Fields, key: string): string[] {
  const value = fields[key]
  assertChain(Array.isArray(value) && value.length <= 40, `${key} must be a list of account names`)
  for (const name of value) assertChain(isAccountName(name), `Account name ${String(name).slice(0, 64)} is invalid`)
  return value as string[]
}

export function readFields(value: unknown, name: string): Fields {
  assertChain(typeof value === 'object' && value !== null && !Array.isArray(value), `${name} must be an object`)
  return value as Fields
}
