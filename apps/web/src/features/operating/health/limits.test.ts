import { expect, it } from 'vitest'
import { isTroubled } from './limits.ts'

const well = {
  state: 'running',
  parts: [{ part: 'database', problem: null, checkMs: 7 }],
  eventLoopMs: 43,
  processorShare: 0.71,
  disks: [{ disk: 'data', freeBytes: 81e9, sizeBytes: 271e9, daysUntilFull: null }],
  roles: ['core', 'media'],
  ffmpeg: 'works',
} satisfies Parameters<typeof isTroubled>[0]

it('[HEALTH-5] a process that has anything in red is not well', () => {
  expect(isTroubled(well)).toBe(false)
  expect(isTroubled({ ...well, state: 'silent' })).toBe(true)
  expect(isTroubled({ ...well, eventLoopMs: 305 })).toBe(true)
  expect(isTroubled({ ...well, processorShare: 1 })).toBe(true)
  expect(isTroubled({ ...well, ffmpeg: 'missing' })).toBe(true)
  expect(isTroubled({ ...well, roles: ['chat'], ffmpeg: 'missing' })).toBe(false)
  expect(isTroubled({ ...well, parts: [{ part: 'database', problem: 'No answer', checkMs: null }] })).toBe(true)
  expect(isTroubled({ ...well, disks: well.disks.map((disk) => ({ ...disk, daysUntilFull: 2 })) })).toBe(true)
})
