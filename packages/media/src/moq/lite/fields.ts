import { concat } from '../wire/concat.ts'
import { encodeVarints } from '../wire/varint.ts'
import { dataTypes } from './stream-types.ts'

/** A message stands behind its size. */
export function message(body: Uint8Array): Uint8Array {
  return concat(encodeVarints(body.length), body)
}

/** A text stands behind its length in bytes. */
export function text(value: string): Uint8Array {
  return message(new TextEncoder().encode(value))
}

/** A whole stream with one direction, which either end opens first: SETUP without parameters, so nothing beyond the draft is offered. */
export function setupStream(): Uint8Array {
  return concat(encodeVarints(dataTypes.setup), message(encodeVarints(0)))
}
