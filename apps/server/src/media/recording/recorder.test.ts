import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decrypt } from '@waggle/media/hls/encryption'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { RecordedObject } from '../../db/recordings/recorded-objects.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { ByteBudget } from './byte-budget.ts'
import { Recorder } from './recorder.ts'
import { recoverObject } from './recover-object.ts'
import { makeSegment } from './testing/segments.ts'

interface Written {
  object: RecordedObject
  path: string
}

async function open() {
  const folder = await temporaryFolder('recorder')
  onTestFinished(() => removeFolder(folder))
  const spoolFolder = join(folder, 'spool')
  await mkdir(spoolFolder)
  const written: Written[] = []
  const log: string[] = []
  const disk = { hasRoom: true, nowMs: 1_800_000_000_000 }
  const budget = new ByteBudget(10_000)
  const recorder = new Recorder({
    ...{
      streamId: 'stream',
      spoolFolder,
      budget,
      keyOf: () => new Uint8Array(16),
      now: () => disk.nowMs,
      hasRoom: () => disk.hasRoom,
    },
    log: pino({}, { write: (line) => void log.push(JSON.parse(line).msg) }),
    onFile: () => undefined,
    onObject: (object, path) => written.push({ object, path }),
    onEnd: () => undefined,
  })
  const sequences = (rendition = 'source') =>
    written
      .filter(({ object }) => object.rendition === rendition)
      .flatMap(({ object }) => object.contents.segments.map(({ sequence }) => sequence))
  return { recorder, spoolFolder, written, log, disk, budget, sequences }
}

it('writes every segment and its initialisation segment where the contents say, in objects of 30 s', async () => {
  const { recorder, written, budget } = await open()
  const segments = Array.from({ length: 32 }, (_, index) =>
    makeSegment(Math.floor(index / 2) + 1, {
      rendition: index % 2 === 0 ? 'source' : '360p',
      init: index < 10 ? 1 : 2,
      bytes: 200,
    }),
  )
  let released = 0
  for (const segment of segments) recorder.add({ ...segment, release: () => (released += 1) })
  await recorder.end()
  expect([budget.usedBytes, released]).toEqual([0, segments.length])
  expect(
    written.map(({ object }) => [object.rendition, object.firstSequence, object.contents.segments.length]).toSorted(),
  ).toEqual([
    ['360p', 1, 15],
    ['360p', 16, 1],
    ['source', 1, 15],
    ['source', 16, 1],
  ])
  for (const { object, path } of written) {
    const file = await readFile(path)
    expect(file.length).toBe(object.bytes)
    const { inits, segments: recorded } = object.contents
    const bytesAt = ({ offset, length }: { offset: number; length: number }) => file.subarray(offset, offset + length)
    for (const init of inits) expect(bytesAt(init).toString()).toBe(`init ${init.number}`)
    for (const entry of recorded) {
      const original = segments.find((one) => one.rendition === object.rendition && one.sequence === entry.sequence)
      expect(bytesAt(entry)).toEqual(Buffer.concat(original?.pieces ?? []))
      expect(entry.iv).toBe(Buffer.from(original?.encryption?.iv ?? []).toString('hex'))
      expect(inits.map(({ number }) => number)).toContain(entry.init)
    }
    expect(await recoverObject(path)).toEqual({ bytes: object.bytes, contents: object.contents })
  }
})

it('[REC-3] finds every complete segment of a file that was cut off or damaged anywhere, and nothing else', async () => {
  const { recorder, written, spoolFolder } = await open()
  for (let sequence = 1; sequence <= 4; sequence += 1) recorder.add(makeSegment(sequence, { bytes: 100 }))
  await recorder.end()
  const { object, path } = written[0] as Written
  const copy = join(spoolFolder, 'copy')
  for (let length = 0; length < object.bytes; length += 7) {
    await copyFile(path, copy)
    await truncate(copy, length)
    const whole = object.contents.segments.filter((entry) => entry.offset + entry.length <= length)
    const recovered = await recoverObject(copy)
    expect(recovered.contents.segments).toEqual(whole)
    const last = whole.at(-1)
    if (last) expect(recovered.bytes).toBe(last.offset + last.length)
  }
  const bytes = await readFile(path)
  const third = object.contents.segments[2]
  const damaged = (third?.offset ?? 0) + 50
  bytes.writeUInt8(bytes.readUInt8(damaged) ^ 1, damaged)
  await copyFile(path, copy)
  await truncate(copy)
  await appendFile(copy, bytes)
  expect((await recoverObject(copy)).contents.segments).toEqual(object.contents.segments.slice(0, 2))
})

it('[REC-2] leaves out what a slow disk cannot take, and goes on with the same segment in every rendition', async () => {
  const { recorder, sequences, log, budget } = await open()
  // Nothing is written before the test waits: the disk is as slow as can be.
  for (const sequence of [1, 2, 3]) {
    recorder.add(makeSegment(sequence, { bytes: 2000 }))
    recorder.add(makeSegment(sequence, { rendition: '360p', bytes: 2000 }))
  }
  expect(recorder.pauseReason).toBe('disk_slow')
  await expect.poll(() => budget.usedBytes).toBe(0)
  // The segment that the others left out.
  recorder.add(makeSegment(3, { rendition: '360p' }))
  for (const sequence of [4, 5]) {
    recorder.add(makeSegment(sequence))
    recorder.add(makeSegment(sequence, { rendition: '360p' }))
  }
  await recorder.end()
  expect(recorder.pauseReason).toBeUndefined()
  expect(sequences()).toEqual([1, 2, 3, 4, 5])
  expect(sequences('360p')).toEqual([1, 2, 4, 5])
  expect(log).toEqual(['recording has stopped; the broadcast goes on', 'recording goes on'])
})

it('[REC-2] stops while the disk has no room to spare, and says so once', async () => {
  const { recorder, disk, sequences, log, budget } = await open()
  recorder.add(makeSegment(1))
  disk.hasRoom = false
  for (const sequence of [2, 3]) recorder.add(makeSegment(sequence))
  expect(recorder.pauseReason).toBe('disk_full')
  await expect.poll(() => budget.usedBytes).toBe(0)
  disk.hasRoom = true
  disk.nowMs += 10_000
  for (const sequence of [4, 5]) recorder.add(makeSegment(sequence))
  await recorder.end()
  expect(sequences()).toEqual([1, 4, 5])
  expect(log).toEqual(['recording has stopped; the broadcast goes on', 'recording goes on'])
})

it('[REC-2] tries again after a failed write, without filling the log', async () => {
  const { recorder, spoolFolder, disk, sequences, log, budget } = await open()
  await rename(spoolFolder, `${spoolFolder}-away`)
  await writeFile(spoolFolder, 'not a folder')
  for (let sequence = 1; sequence <= 20; sequence += 1) {
    recorder.add(makeSegment(sequence, { bytes: 10 }))
    disk.nowMs += 2000
    await expect.poll(() => budget.usedBytes).toBe(0)
  }
  expect(recorder.pauseReason).toBe('disk_failed')
  await rm(spoolFolder)
  await rename(`${spoolFolder}-away`, spoolFolder)
  for (let sequence = 21; sequence <= 30; sequence += 1) {
    recorder.add(makeSegment(sequence, { bytes: 10 }))
    disk.nowMs += 2000
    await expect.poll(() => budget.usedBytes).toBe(0)
  }
  await recorder.end()
  expect(sequences().at(-1)).toBe(30)
  expect(sequences().length).toBeGreaterThanOrEqual(7)
  expect(await readdir(spoolFolder)).toHaveLength(1)
  expect(log).toEqual([
    'could not write a recording',
    'recording has stopped; the broadcast goes on',
    'recording goes on',
  ])
})

it('[REC-11] keeps one picture of each object of the source, encrypted, and finds it again', async () => {
  const { recorder, written, budget } = await open()
  const jpeg = Buffer.from('a picture of bees')
  for (let sequence = 1; sequence <= 32; sequence += 1) {
    recorder.add(makeSegment(sequence))
    recorder.add(makeSegment(sequence, { rendition: '360p' }))
    recorder.addPicture({ jpeg, takenAtMs: 1_800_000_000_000 + sequence })
    await expect.poll(() => budget.usedBytes).toBe(0)
  }
  await recorder.end()
  const pictures = written.map(({ object }) => [
    object.rendition,
    object.firstSequence,
    object.contents.picture?.takenAtMs,
  ])
  expect(pictures.filter(([rendition]) => rendition === '360p').every(([, , takenAt]) => takenAt === undefined)).toBe(
    true,
  )
  const taken = pictures.flatMap(([rendition, , takenAt]) => (rendition === 'source' ? [Number(takenAt)] : []))
  expect(taken[0]).toBe(1_800_000_000_001)
  expect(new Set(taken).size).toBe(taken.length)
  for (const { object, path } of written) {
    expect(await recoverObject(path)).toEqual({ bytes: object.bytes, contents: object.contents })
    const { picture } = object.contents
    if (picture === undefined) continue
    const file = await readFile(path)
    expect(file.includes(jpeg)).toBe(false)
    const body = file.subarray(picture.offset, picture.offset + picture.length)
    const { keyNumber, iv } = picture
    expect(decrypt(body, { keyNumber, key: new Uint8Array(16), iv: Buffer.from(iv, 'hex') })).toEqual(jpeg)
  }
})
