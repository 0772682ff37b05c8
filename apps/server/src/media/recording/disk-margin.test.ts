import { expect, it } from 'vitest'
import { DiskMargin, marginBytes } from './disk-margin.ts'

const gib = 1024 ** 3

it.each([
  ['a small virtual server', 20 * gib, 2 * gib],
  ['a usual disk', 100 * gib, 5 * gib],
  ['a large disk', 4000 * gib, 20 * gib],
  ['a disk of a test', 16 * 1024 ** 2, 4 * 1024 ** 2],
])('[F12] leaves room for the database on %s', (_name, disk, margin) => {
  expect(marginBytes(disk)).toBe(margin)
})

it('[F12] goes on only when clearly more than the margin is free', async () => {
  let free = 6
  const disk = new DiskMargin('/data', async () => ({ bsize: gib, blocks: 100, bavail: free }))
  const hasRoomWith = async (freeGib: number) => {
    free = freeGib
    await disk.check()
    return disk.hasRoom
  }
  expect(await hasRoomWith(6)).toBe(true)
  expect(await hasRoomWith(5)).toBe(false)
  expect(await hasRoomWith(6)).toBe(false)
  expect(await hasRoomWith(7)).toBe(true)
  expect(await hasRoomWith(6)).toBe(true)
})
