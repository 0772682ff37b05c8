import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClosedSegment } from '@waggle/media/hls/rendition/closed-segment'
import type { RecordedObject } from '../../db/recordings/recorded-objects.ts'
import type { Log } from '../../lib/log.ts'
import type { ByteBudget } from './byte-budget.ts'
import { ObjectFile, type TakenPicture } from './object-file.ts'
import type { KeyOf } from './object-index.ts'
import { spoolFileName } from './object-name.ts'
import type { UnstoredObject } from './unstored-object.ts'

/** An object is complete once it has this much media. */
const objectS = 30
/** Media of one broadcast that waits for the disk. */
const maxWaitingBytes = 64 * 1024 * 1024
/** The rendition whose objects have the pictures. */
const pictured = 'source'
/** After a failed write, how long until the next attempt. */
const retryAfterMs = 5000

/** Why a broadcast is not being recorded at the moment. */
export type PauseReason = 'disk_full' | 'disk_slow' | 'disk_failed'

interface Pause {
  reason: PauseReason
  /** When there was last a reason. */
  sinceMs: number
  lostSegments: number
  /** Segments are taken again, and the first one that is written ends the pause. */
  isTrying: boolean
}

export interface RecorderOptions {
  streamId: string
  /** The folder of objects that are not stored yet. */
  spoolFolder: string
  /** Shared by all broadcasts of the process. */
  budget: ByteBudget
  /** The HLS keys of the broadcast. */
  keyOf: KeyOf
  log: Log
  now(): number
  /** Whether the disk has room for more than the site needs. */
  hasRoom(): boolean
  /** Called before a file is made. */
  onFile(path: string): void
  /** Called with every object that is complete. */
  onObject(object: RecordedObject, path: string): void
  /** Called once everything is in complete objects. */
  onEnd(): void
}

/**
 * Writes the closed segments of one broadcast to files. Live video never waits for it: where the disk is too slow or full, it leaves
 * segments out, and goes on later with the same segment in every rendition.
 */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #open = new Map<string, ObjectFile>()
  #waiting: ClosedSegment[] = []
  #waitingBytes = 0
  #work: Promise<void> | undefined
  #paused: Pause | undefined
  #highestSequence = 0
  /** Of the object that is being written. */
  #picture: TakenPicture | undefined
  /** Segments up to this one are left out in every rendition. */
  #leftOutUntil = 0
  #isEnded = false

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  get streamId(): string {
    return this.#options.streamId
  }

  /** What is written of objects that are not complete, and where. */
  get unfinished(): UnstoredObject[] {
    return [...this.#open].flatMap(([rendition, { path, bytes, contents }]) => {
      const firstSequence = contents.segments[0]?.sequence
      if (firstSequence === undefined) return []
      const written = { inits: [...contents.inits], segments: [...contents.segments] }
      return [{ path, object: { broadcastId: this.streamId, rendition, firstSequence, bytes, contents: written } }]
    })
  }

  /** Undefined while it records. */
  get pauseReason(): PauseReason | undefined {
    return this.#paused?.reason
  }

  /** Takes a segment of any rendition. Never throws. */
  add(segment: ClosedSegment): void {
    if (this.#isEnded || segment.encryption === undefined) return
    const highestBefore = this.#highestSequence
    this.#highestSequence = Math.max(highestBefore, segment.sequence)
    if (!this.#options.hasRoom()) this.#pause('disk_full')
    else if (this.#paused?.isTrying === false) this.#tryAgain(this.#paused, highestBefore)
    if (this.#paused?.isTrying === false) {
      this.#paused.lostSegments += 1
      return
    }
    if (segment.sequence <= this.#leftOutUntil) return
    const isTooMuch = this.#waitingBytes + segment.size > maxWaitingBytes && this.#waiting.length > 0
    if (isTooMuch || !this.#options.budget.take(segment.size)) {
      this.#pause('disk_slow')
      return
    }
    this.#waiting.push(segment)
    this.#waitingBytes += segment.size
    this.#work ??= this.#writeAll().finally(() => {
      this.#work = undefined
    })
  }

  /** Takes a picture of what is being broadcast: an object keeps the first that is taken of it. */
  addPicture(picture: TakenPicture): void {
    if (this.#paused === undefined) this.#picture ??= picture
  }

  /** The broadcast is over, or this process lets go of it. Resolves once everything that it has is in complete objects. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#work
    for (const rendition of [...this.#open.keys()]) await this.#complete(rendition)
    this.#options.onEnd()
  }

  async #writeAll(): Promise<void> {
    for (;;) {
      const segment = this.#waiting.shift()
      if (segment === undefined) return
      try {
        await this.#write(segment)
      } catch (error) {
        this.#giveBack(segment)
        this.#fail(error)
        for (const rendition of [...this.#open.keys()]) await this.#complete(rendition)
        continue
      }
      this.#giveBack(segment)
    }
  }

  async #write(segment: ClosedSegment): Promise<void> {
    const { rendition } = segment
    const isFull = (this.#open.get(rendition)?.durationS ?? 0) >= objectS
    if (isFull) await this.#complete(rendition)
    const file = this.#open.get(rendition) ?? (await this.#create(segment))
    await file.append(segment)
    this.#resume()
  }

  async #create({ rendition, sequence }: ClosedSegment): Promise<ObjectFile> {
    const { streamId, spoolFolder, keyOf } = this.#options
    const name = spoolFileName({ broadcastId: streamId, rendition, firstSequence: sequence })
    const path = join(spoolFolder, name)
    this.#options.onFile(path)
    // Not at the start: a site whose disk is full starts, and streams.
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 })
    const file = await ObjectFile.create(path, keyOf)
    this.#open.set(rendition, file)
    return file
  }

  async #complete(rendition: string): Promise<void> {
    const file = this.#open.get(rendition)
    if (file === undefined) return
    // What is written stays written.
    await file
      .close(rendition === pictured ? this.#picture : undefined)
      .catch((error) => this.#options.log.warn({ error }, 'could not close a file of a recording'))
    // Not earlier: it can be read at every moment.
    this.#open.delete(rendition)
    if (rendition === pictured) this.#picture = undefined
    const { bytes, contents, path } = file
    const firstSequence = contents.segments[0]?.sequence
    if (firstSequence === undefined) {
      await rm(path, { force: true }).catch(() => undefined)
      return
    }
    const object = { broadcastId: this.#options.streamId, rendition, firstSequence, bytes, contents }
    this.#options.onObject(object, path)
  }

  #giveBack({ size, release }: ClosedSegment): void {
    this.#waitingBytes -= size
    this.#options.budget.give(size)
    release()
  }

  #fail(error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!this.#paused)
      this.#options.log.warn({ error, streamId: this.#options.streamId }, 'could not write a recording')
    this.#pause(noSpaceCodes.has(code) ? 'disk_full' : 'disk_failed')
    for (const segment of this.#waiting) this.#giveBack(segment)
    this.#waiting = []
  }

  #pause(reason: PauseReason): void {
    this.#picture = undefined
    const { log, now, streamId } = this.#options
    if (!this.#paused) log.warn({ streamId, reason }, 'recording has stopped; the broadcast goes on')
    this.#paused = { reason, sinceMs: now(), lostSegments: this.#paused?.lostSegments ?? 0, isTrying: false }
  }

  /** Every rendition goes on with the same segment: the first that none has delivered. */
  #tryAgain(pause: Pause, deliveredUntil: number): void {
    if (this.#waiting.length > 0 || this.#work !== undefined) return
    if (pause.reason !== 'disk_slow' && this.#options.now() - pause.sinceMs < retryAfterMs) return
    pause.isTrying = true
    this.#leftOutUntil = deliveredUntil
  }

  #resume(): void {
    if (this.#paused?.isTrying !== true) return
    const { reason, lostSegments } = this.#paused
    this.#paused = undefined
    this.#options.log.info({ streamId: this.#options.streamId, reason, lostSegments }, 'recording goes on')
  }
}

/** A full disk, a quota that is used up, and a file that would be larger than the process may write. */
const noSpaceCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
