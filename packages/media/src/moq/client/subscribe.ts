import { message, text } from '../lite/fields.ts'
import { requestTypes } from '../lite/stream-types.ts'
import { concat } from '../wire/concat.ts'
import { encodeVarints } from '../wire/varint.ts'

/** The beginning of a stream with two directions: SUBSCRIBE, for the newest group of a track and all that follow. */
export function subscribeRequest(id: number, broadcast: string, track: string, priority: number): Uint8Array {
  const isOrdered = 0
  const range = concat(Uint8Array.of(priority, isOrdered), encodeVarints(0, 0, 0))
  return concat(
    encodeVarints(requestTypes.subscribe),
    message(concat(encodeVarints(id), text(broadcast), text(track), range)),
  )
}
