import { expect, it } from 'vitest'
import { faultsBeside, faultsOf, faultyFirst } from './limits.ts'

type Process = Parameters<typeof faultsOf>[0][number]

const well: Process = {
  name: 'one',
  state: 'running',
  seenAt: 1_000,
  parts: [{ part: 'database', problem: null, checkMs: 7 }],
  eventLoopMs: 43,
  processorShare: 0.71,
  disks: [{ disk: 'data', freeBytes: 81e9, sizeBytes: 271e9, daysUntilFull: null, measuredDays: 7 }],
  roles: ['core', 'media'],
  ffmpeg: 'works',
}
const kindsOf = (...processes: Partial<Process>[]) =>
  faultsOf(processes.map((process) => ({ ...well, ...process }))).map(({ process, kind }) => `${process}: ${kind}`)

it('[HEALTH-5] names everything about a process that is in red', () => {
  expect(kindsOf({})).toEqual([])
  expect(kindsOf({ state: 'silent' })).toEqual(['one: process'])
  expect(kindsOf({ eventLoopMs: 305 })).toEqual(['one: eventLoop'])
  expect(kindsOf({ processorShare: 1 })).toEqual(['one: processor'])
  expect(kindsOf({ ffmpeg: 'missing' })).toEqual(['one: ffmpeg'])
  expect(kindsOf({ roles: ['chat'], ffmpeg: 'missing' })).toEqual([])
  expect(kindsOf({ parts: [{ part: 'database', problem: 'No answer', checkMs: null }] })).toEqual(['one: part'])
  expect(kindsOf({ disks: well.disks.map((disk) => ({ ...disk, daysUntilFull: 2 })) })).toEqual(['one: disk'])
})

it('[HEALTH-5, OPERATE-16] counts a fault beside the alert of another process or kind, and not twice', () => {
  const since = 1_000
  const silent = { ...well, state: 'silent' as const, eventLoopMs: 305 }
  const alertOf = (process: string) => ({ kind: 'process' as const, facts: { process, lastSeenAt: since }, since })
  const left = (process: string) => faultsBeside([alertOf(process)], [silent]).map(({ kind }) => kind)
  expect(left('one')).toEqual(['eventLoop'])
  expect(left('two')).toEqual(['process', 'eventLoop'])
})

it('[HEALTH-5, OPERATE-16] counts a fault of another part or disk than the alert of the same process is about', () => {
  const since = 1_000
  const parts = ['database', 'clock'].map((part) => ({ part, problem: 'No answer', checkMs: null }))
  const disks = (['data', 'recordings'] as const).map((disk) => ({ ...well.disks[0]!, disk, daysUntilFull: 1 }))
  const left = faultsBeside(
    [
      { kind: 'part', facts: { process: 'one', part: 'clock', reason: 'No answer' }, since },
      { kind: 'disk', facts: { process: 'one', disk: 'data', freeBytes: 1, sizeBytes: 9 }, since },
    ],
    [{ ...well, parts, disks }],
  )
  expect(
    left.map((fault) => (fault.kind === 'part' ? fault.part : fault.kind === 'disk' ? fault.disk.disk : '')),
  ).toEqual(['database', 'recordings'])
})

it('[HEALTH-5] has the gravest fault of all processes first', () => {
  const busy = { eventLoopMs: 305, processorShare: 1 }
  expect(kindsOf(busy, { name: 'two', ffmpeg: 'missing' })).toEqual(['two: ffmpeg', 'one: processor', 'one: eventLoop'])
})

it('[HEALTH-5] has the processes with a fault before those that are well, and says since when one is silent', () => {
  const processes = ['one', 'two', 'three'].map((name) => ({ ...well, name }))
  const [, two] = processes
  const silent = { ...two!, state: 'silent' as const }
  const names = faultyFirst([processes[0]!, silent, processes[2]!]).map(({ name }) => name)
  expect(names).toEqual(['two', 'one', 'three'])
  expect(faultsOf([silent])).toEqual([{ process: 'two', kind: 'process', since: silent.seenAt }])
})
