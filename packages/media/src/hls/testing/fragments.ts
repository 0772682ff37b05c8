/** The samples of one track in a part; times are in the track's timescale. */
export interface Fragment {
  trackId: number
  startTime: number
  /** `compositionOffset` is presentation time minus decode time. */
  samples: { duration: number; compositionOffset: number }[]
}

/** Parses a part that `mediaPart` wrote (moof, then mdat). */
export function fragmentsOf(part: Uint8Array): Fragment[] {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.length)
  const moofEnd = bytes.readUInt32BE(0)
  const fragments: Fragment[] = []
  const mfhdSize = 16
  for (let offset = 8 + mfhdSize; offset < moofEnd; offset += bytes.readUInt32BE(offset)) {
    const at = offset + 8
    const tfdt = at + bytes.readUInt32BE(at)
    const trun = tfdt + bytes.readUInt32BE(tfdt)
    const samples = Array.from({ length: bytes.readUInt32BE(trun + 12) }, (_, index) => {
      const sample = trun + 20 + index * 16
      return { duration: bytes.readUInt32BE(sample), compositionOffset: bytes.readInt32BE(sample + 12) }
    })
    fragments.push({
      trackId: bytes.readUInt32BE(at + 12),
      startTime: Number(bytes.readBigUInt64BE(tfdt + 12)),
      samples,
    })
  }
  return fragments
}
