/** A frame in hang's "legacy" container: a QUIC varint with the timestamp, which the group has given already, and the sample. */
export function sampleOf(payload: Uint8Array): Uint8Array {
  return payload.subarray(1 << ((payload[0] ?? 0) >> 6))
}

/** An encoded frame, as it arrived. */
export interface MediaFrame {
  /** It begins a group: decoding can begin here. */
  isKey: boolean
  timestampUs: number
  data: Uint8Array
  arrivedAtMs: number
}
