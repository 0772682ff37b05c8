import type { SandboxChain } from '../chain/chain.ts'
import { ChainError, rpcCodes } from '../chain/chain-error.ts'

/** `params` is a list for condenser_api and an object for other APIs. Methods have to check it. */
type Method = (chain: SandboxChain, params: unknown) => unknown
export type Methods = Record<string, Method>

/** The parameter at `index` of a list, or the one called `name` of an object. */
export function param(params: unknown, index: number, name: string): unknown {
  if (Array.isArray(params)) return params[index] as unknown
  if (typeof params === 'object' && params !== null && Object.hasOwn(params, name))
    return (params as Record<string, unknown>)[name]
  return undefined
}

export function textParam(params: unknown, index: number, name: string): string {
  const value = param(params, index, name)
  if (typeof value !== 'string') throw invalidParams(`${name} must be a string`)
  return value
}

/** At most 1,000 entries, like hived's get_accounts. */
export function textListParam(params: unknown, index: number, name: string): string[] {
  const value = param(params, index, name)
  if (!Array.isArray(value) || value.length > 1000 || !value.every((entry) => typeof entry === 'string'))
    throw invalidParams(`${name} must be a list of at most 1000 strings`)
  return value
}

export function invalidParams(message: string): ChainError {
  return new ChainError(`Invalid parameters: ${message}`, 'parse_error_exception', rpcCodes.params)
}
