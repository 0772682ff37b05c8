import { createHash, randomBytes } from 'node:crypto'
import { noticeProof, seedOf } from '@waggle/contract/operating/proof-of-work'
import { expect, it } from 'vitest'
import { sha256FirstWord } from './sha256-block.ts'
import { solvePuzzles } from './solve-puzzles.ts'

it('computes the first word of SHA-256 as Node does', () => {
  for (let n = 0; n < 100; n += 1) {
    const message = randomBytes(40)
    const padded = Buffer.concat([message, Buffer.of(0x80), Buffer.alloc(23)])
    padded.writeUInt32BE(message.length * 8, 60)
    const block = Int32Array.from({ length: 16 }, (_, word) => padded.readInt32BE(4 * word))
    expect(sha256FirstWord(block)).toBe(createHash('sha256').update(message).digest().readInt32BE(0))
  }
})

it('[OPERATE-7] finds numbers whose hashes begin with so many zero bits', () => {
  const challenge = `${randomBytes(32).toString('hex')}.abc.${'x'.repeat(43)}`
  const solution = solvePuzzles({ challenge, puzzles: noticeProof.puzzles, bits: 10 })
  expect(solution).toHaveLength(noticeProof.puzzles)
  for (const [index, number] of solution.entries()) {
    const input = Buffer.alloc(40)
    input.set(seedOf(challenge))
    input.writeUInt32BE(index, 32)
    input.writeUInt32BE(number, 36)
    expect(createHash('sha256').update(input).digest().readUInt32BE(0) >>> 22).toBe(0)
  }
})
