import { randomBytes } from 'node:crypto'
import type { Targets } from './cut/part-plan.ts'
import { Timeline } from './cut/timeline.ts'
import type { HlsKeys } from './encryption.ts'
import { renditionNamePattern } from './playlist/request-path.ts'
import { type FormerRendition, Rendition } from './rendition/rendition.ts'
import { HeldRequests } from './serve/held-requests.ts'
import type { HlsRequest } from './serve/hls-request.ts'
import { type HlsResponse, refusal } from './serve/hls-response.ts'
import { RequestHandler } from './serve/request-handler.ts'

export interface HlsStreamOptions {
  /** Absent: media is not encrypted. */
  keys?: HlsKeys
  /** Media sequence number of the first segment. */
  firstSequence: number
  /**
   * The targets of a stream that was on air before, in a process that is gone: what comes now follows a discontinuity, and
   * `firstSequence` is above every number given then (`highestNumber`).
   */
  continues?: Targets | undefined
  /** Milliseconds since 1970. */
  now?: () => number
  randomBytes?: (size: number) => Uint8Array
  /** Segments in the playlist. */
  windowSegments?: number
  /** Aimed length of a segment and of a part. */
  segmentMs?: number
  partMs?: number
  /** Memory for the segments of one rendition; beyond it the playlist gets shorter. */
  maxWindowBytes?: number
  /** Requests held at one time. */
  maxWaiters?: number
  /** How long a request is held while there is nothing to play yet. */
  startHoldMs?: number
}

export interface HlsInfo {
  width: number | undefined
  height: number | undefined
  frameRate: number | undefined
  /** The longest of the last few distances between key frames; a long one makes viewers wait. */
  keyIntervalMs: number | undefined
  videoCodec: string | undefined
  audioCodec: string | undefined
  /** Mean since the start, bits per second. */
  bitrate: number
  /** When media last came in, milliseconds since 1970. */
  lastMediaAtMs: number | undefined
}

/** Who asks for the master playlist while a rendition is added waits so long for it, at most: players read it once. */
const expectedMs = 4000

/** One broadcast as Low-Latency HLS (RFC 8216bis), held in memory. */
export class HlsStream {
  readonly #options: HlsStreamOptions
  readonly #now: () => number
  readonly #timeline = new Timeline()
  readonly #renditions = new Map<string, Rendition>()
  /** How far renditions that were removed have got: addresses are never given twice. */
  readonly #formers = new Map<string, FormerRendition>()
  readonly #waiters: HeldRequests
  readonly #handler: RequestHandler

  constructor(options: HlsStreamOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#waiters = new HeldRequests(options.maxWaiters ?? 20_000)
    this.#handler = new RequestHandler({
      renditions: this.#renditions,
      waiters: this.#waiters,
      keys: options.keys,
      startHoldMs: options.startHoldMs ?? 10_000,
    })
  }

  /**
   * The first rendition added describes the broadcast and leads: its media has to come before the same media of the others, whose
   * segments begin and are numbered with its own. Throws when the name is taken or not `[a-z0-9]{1,16}`.
   */
  addRendition(name: string): Rendition {
    if (!renditionNamePattern.test(name) || this.#renditions.has(name)) throw new RangeError(`rendition name ${name}`)
    const rendition = new Rendition({
      name,
      goals: { segmentMs: this.#options.segmentMs ?? 2000, partMs: this.#options.partMs ?? 333 },
      firstSequence: this.#options.firstSequence,
      continues: this.#options.continues,
      timeline: this.#timeline,
      keys: this.#options.keys,
      windowSegments: this.#options.windowSegments ?? 12,
      maxWindowBytes: this.#options.maxWindowBytes ?? 128 * 1024 * 1024,
      now: this.#now,
      randomBytes: this.#options.randomBytes ?? randomBytes,
      onChange: () => this.#waiters.wake(),
      leader: this.#renditions.values().next().value,
      former: this.#formers.get(name),
      expectedUntilMs: this.#now() + expectedMs,
    })
    this.#renditions.set(name, rendition)
    return rendition
  }

  /** Takes a rendition out of the master playlist. Who asks for it, or waits, is told that it is not there. */
  removeRendition(name: string): void {
    const rendition = this.#renditions.get(name)
    if (rendition === undefined) return
    const sequence = rendition.window.last?.sequence ?? this.#formers.get(name)?.sequence ?? 0
    this.#formers.set(name, { inits: rendition.inits, sequence })
    this.#renditions.delete(name)
    rendition.end()
    this.#waiters.wake()
  }

  /** The encoder went away and may come back: what it sends then follows a discontinuity. */
  interrupt(): void {
    for (const rendition of this.#renditions.values()) rendition.interrupt()
  }

  /** Another process goes on with the broadcast: who waits here is told to come again. */
  release(): void {
    this.interrupt()
    this.#waiters.refuseAll()
  }

  /** The broadcast is over; its playlists end. Further samples are ignored. */
  end(): void {
    for (const rendition of this.#renditions.values()) rendition.end()
    this.#waiters.wake()
  }

  /**
   * Answers a request: at once, or with a promise when it has to wait, at the latest after three target durations. Never throws or
   * rejects.
   */
  handle(request: HlsRequest): HlsResponse | Promise<HlsResponse> {
    try {
      const answer = this.#handler.handle(request)
      return answer instanceof Promise ? answer.catch(() => refusal(500)) : answer
    } catch {
      return refusal(500)
    }
  }

  /** There is something to play. */
  get isReady(): boolean {
    return [...this.#renditions.values()].some((rendition) => rendition.window.isReady)
  }

  /** No media sequence, discontinuity or initialisation segment has a higher number so far. */
  get highestNumber(): number {
    let highest = this.#options.firstSequence - 1
    for (const rendition of this.#renditions.values()) highest = Math.max(highest, rendition.highestNumber)
    return highest
  }

  /** What the playlists promise for their life; undefined before the first one. */
  get targets(): Targets | undefined {
    return this.#renditions.values().next().value?.window.targets
  }

  /** Requests that wait for media to come. */
  get heldRequests(): number {
    return this.#waiters.count
  }

  info(): HlsInfo {
    const first: Rendition | undefined = this.#renditions.values().next().value
    const { video, audio } = first?.tracks ?? {}
    return {
      width: video?.width,
      height: video?.height,
      frameRate: first?.frameRate,
      keyIntervalMs: first?.keyIntervalMs,
      videoCodec: video?.codecString,
      audioCodec: audio?.codecString,
      bitrate: first?.window.bitrate.mean ?? 0,
      lastMediaAtMs: first?.lastMediaAtMs,
    }
  }
}
