import { proofInputBytes, seedOf } from '@waggle/contract/operating/proof-of-work'
import { sha256FirstWord } from './sha256-block.ts'

export interface Puzzles {
  challenge: string
  puzzles: number
  bits: number
}

/** For each puzzle the smallest number with which the hash begins with so many zero bits. */
export function solvePuzzles({ challenge, puzzles, bits }: Puzzles): number[] {
  const seed = new DataView(seedOf(challenge).buffer)
  const block = new Int32Array(16)
  for (let word = 0; word < 8; word += 1) block[word] = seed.getInt32(4 * word)
  // The end of the message, and its length in bits (FIPS 180-4 section 5.1.1).
  block[proofInputBytes / 4] = 0x8000_0000 | 0
  block[15] = proofInputBytes * 8
  return Array.from({ length: puzzles }, (_, index) => {
    block[8] = index
    for (let number = 0; ; number += 1) {
      block[9] = number
      if (Math.clz32(sha256FirstWord(block)) >= bits) return number
    }
  })
}
