import type { TrackInfo } from '../lite/replies.ts'
import { Group } from './group.ts'

/** A viewer's subscription to a track. */
interface TrackReader {
  /** The track has a new group. */
  groupStarted(): void
}

/** A group stays this long after the next one has begun, for viewers who have not read all of it. */
const keptUs = 2_000_000
const maxKeptBytes = 16 * 1024 * 1024

/** One stream of frames of a broadcast: the catalog, the audio, or the video of a rendition. Its decoder configuration never changes. */
export class Track {
  readonly name: string
  readonly info: TrackInfo
  readonly #onChange: (track: Track) => void
  readonly #readers = new Set<TrackReader>()
  #groups: Group[] = []
  #nextSequence = 0
  #hasEnded = false

  /** `onChange` is called when there is something to send. */
  constructor(name: string, info: TrackInfo, onChange: (track: Track) => void) {
    this.name = name
    this.info = info
    this.#onChange = onChange
  }

  get isMedia(): boolean {
    return this.info.isMedia
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0
  }

  /** True when no group follows. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get nextSequence(): number {
    return this.#nextSequence
  }

  /** Where a new viewer begins: the newest group that begins with a key frame. */
  get newest(): Group | undefined {
    return this.#groups.findLast((group) => group.isWhole)
  }

  /** The first group that is still kept and has at least this number. */
  groupFrom(sequence: number): Group | undefined {
    return this.#groups.find((group) => group.sequence >= sequence)
  }

  isKept(group: Group): boolean {
    return group.sequence >= (this.#groups[0]?.sequence ?? 0)
  }

  /** Bytes of this group from a frame on, and of the groups after it. */
  bytesFrom(group: Group, frame: number): number {
    const later = this.#groups.filter(({ sequence }) => sequence > group.sequence)
    return later.reduce((sum, { bytes }) => sum + bytes, group.bytesFrom(frame))
  }

  /** Completes the current group and begins the next one. */
  startGroup(timestampUs: number): void {
    this.completeGroup()
    this.#groups.push(new Group(this.#nextSequence, timestampUs, this.isMedia))
    this.#nextSequence += 1
    this.#dropOldGroups(timestampUs)
    for (const reader of this.#readers) reader.groupStarted()
  }

  /** Adds a frame to the current group; without one it is dropped. `data` is not copied and must not change. */
  add(timestampUs: number, data: Uint8Array): void {
    const group = this.#groups.at(-1)
    if (group === undefined || group.isComplete) return
    group.add(timestampUs, data)
    this.#onChange(this)
  }

  /** The current group gets no more frames. */
  completeGroup(): void {
    this.#groups.at(-1)?.complete()
    this.#onChange(this)
  }

  /** Drops what is kept, which is old when the next group comes: a new viewer waits for that one. */
  clear(): void {
    this.completeGroup()
    this.#groups = []
  }

  end(): void {
    this.completeGroup()
    this.#hasEnded = true
    this.#onChange(this)
  }

  subscribe(reader: TrackReader): void {
    this.#readers.add(reader)
  }

  unsubscribe(reader: TrackReader): void {
    this.#readers.delete(reader)
  }

  #dropOldGroups(nowUs: number): void {
    const isNeeded = (next: Group | undefined) => next === undefined || next.startUs > nowUs - keptUs
    while (!isNeeded(this.#groups[1])) this.#groups.shift()
    let bytes = this.#groups.reduce((sum, group) => sum + group.bytes, 0)
    while (this.#groups.length > 2 && bytes > maxKeptBytes) bytes -= this.#groups.shift()?.bytes ?? 0
  }
}
