import { createHash } from 'node:crypto'
import { proofInputBytes, seedOf } from '@waggle/contract/operating/proof-of-work'

/** What a page computes before it sends a notice. */
export function solveNotice({ challenge, puzzles, bits }: { challenge: string; puzzles: number; bits: number }) {
  const input = Buffer.alloc(proofInputBytes)
  input.set(seedOf(challenge))
  const solution = Array.from({ length: puzzles }, (_, index) => {
    input.writeUInt32BE(index, 32)
    for (let number = 0; ; number += 1) {
      input.writeUInt32BE(number, 36)
      if (Math.clz32(createHash('sha256').update(input).digest().readUInt32BE(0)) >= bits) return number
    }
  })
  return { challenge, solution }
}
