/** Returns an integer from 0 to `below` - 1. */
export type Random = (below: number) => number

/** A pseudo-random generator with a seed (a 32-bit xorshift). */
export function createRandom(seed: number): Random {
  let state = seed || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const specialBytes = [0, 1, 2, 3, 4, 8, 9, 0x0a, 0x14, 0x7f, 0x80, 0xc3, 0xc4, 0xff]

/** Applies one to six random changes: replaces, removes or repeats bytes, or truncates. */
export function mutate(seed: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(seed)
  for (let count = 1 + random(6); count > 0; count--) {
    const at = random(Math.max(1, bytes.length))
    const kind = random(5)
    if (kind === 0) bytes[at] = random(256)
    else if (kind === 1) bytes[at] = specialBytes[random(specialBytes.length)]!
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(20))])
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(at + 1), at), bytes.subarray(at)])
    else bytes = bytes.subarray(0, at)
  }
  return bytes
}
