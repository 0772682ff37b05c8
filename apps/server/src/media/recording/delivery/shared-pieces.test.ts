import { expect, it } from 'vitest'
import { SharedPieces } from './shared-pieces.ts'

function open({ pieces = 2 } = {}) {
  const clock = { nowMs: 0 }
  const shared = new SharedPieces({ pieceBytes: 8, maxBytes: pieces * 8, lifeMs: 500, now: () => clock.nowMs })
  const reads: string[] = []
  const memories = new Set<Buffer>()
  const take = (key: string) =>
    shared.take(key, async (into = Buffer.alloc(8)) => {
      reads.push(key)
      memories.add(into)
      into.fill(key)
      return { bytes: into, objectLength: 100, version: '1' }
    })
  return { shared, clock, reads, memories, take }
}

const textOf = (piece: { bytes: Uint8Array } | undefined) => piece && Buffer.from(piece.bytes).toString()

it('reads once what several viewers ask for, at a time or within half a second', async () => {
  const { take, reads, clock } = open()
  const [first, second] = await Promise.all([take('a'), take('a')])
  first?.release('sent')
  clock.nowMs = 499
  const third = await take('a')
  expect([first, second, third].map(textOf)).toEqual(['aaaaaaaa', 'aaaaaaaa', 'aaaaaaaa'])
  expect(reads).toEqual(['a'])
  clock.nowMs = 500
  expect(textOf(await take('a'))).toBe('aaaaaaaa')
  expect(reads).toEqual(['a', 'a'])
})

it('uses memory again that nobody sends from any more, and only that', async () => {
  const { take, memories, shared } = open()
  const held = await take('a')
  for (const key of ['b', 'c', 'd', 'e']) (await take(key))?.release('sent')
  expect(textOf(held)).toBe('aaaaaaaa')
  expect(memories.size).toBe(2)
  // Both are in use: the third is read into memory of its own, and not kept.
  const [, , third] = [held, await take('f'), await take('g')]
  expect(textOf(third)).toBe('gggggggg')
  third?.release('sent')
  expect(memories.size).toBe(3)
  expect(shared.bytes).toBe(16)
})

it('lets a piece that is too old end with the viewer who still reads it', async () => {
  const { take, clock, memories, shared } = open()
  const old = await take('a')
  clock.nowMs = 1000
  const fresh = await take('a')
  expect(memories.size).toBe(2)
  old?.release('sent')
  fresh?.release('sent')
  for (const key of ['b', 'c', 'd']) (await take(key))?.release('sent')
  expect(memories.size).toBe(2)
  expect(shared.bytes).toBe(16)
})

it('leaves memory alone that a response was given up with, because the system may still read it', async () => {
  const { take, memories, shared } = open({ pieces: 1 })
  const [piece, other] = await Promise.all([take('a'), take('a')])
  piece?.release('given up')
  expect(shared.bytes).toBe(8)
  other?.release('sent')
  expect(shared.bytes).toBe(0)
  const next = await take('b')
  expect(next?.bytes).not.toBe(piece?.bytes)
  expect(textOf(piece)).toBe('aaaaaaaa')
  expect(memories.size).toBe(2)
})

it('keeps nothing of what is missing or could not be read', async () => {
  const { shared, take } = open({ pieces: 1 })
  expect(await shared.take('a', async () => undefined)).toBeUndefined()
  await expect(shared.take('a', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
  expect(textOf(await take('a'))).toBe('aaaaaaaa')
  expect(shared.bytes).toBe(8)
})
