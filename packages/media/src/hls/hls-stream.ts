import type { Targets } from './cut/part-plan.ts'
import { Timeline } from './cut/timeline.ts'
import type { HlsKeys } from './encryption.ts'
import { renditionNamePattern } from './playlist/request-path.ts'
import type { ClosedSegment } from './rendition/closed-segment.ts'
import { type RemovedRendition, Rendition } from './rendition/rendition.ts'
import { HeldRequests } from './serve/held-requests.ts'
import type { HlsRequest } from './serve/hls-request.ts'
import { type HlsResponse, refusal } from './serve/hls-response.ts'
import { RequestHandler } from './serve/request-handler.ts'

export interface HlsStreamOptions {
  /** Without keys, media is not encrypted. */
  keys?: HlsKeys
  /** Media sequence number of the first segment. */
  firstSequence: number
  /**
   * Given when this continues a broadcast of an earlier process: the targets of its playlists. The media from now on follows a
   * discontinuity, and `firstSequence` must be above every number used before (`highestNumber`).
   */
  previousTargets?: Targets | undefined
  /** Milliseconds since 1970. `Date.now` unless given. */
  now?: () => number
  /** Number of segments in a playlist. */
  windowSegments?: number
  /** Desired duration of a segment and of a part. */
  segmentMs?: number
  partMs?: number
  /** Memory for the segments of one rendition. Beyond it, the playlist gets shorter. */
  maxWindowBytes?: number
  /** How many requests may be held at a time. */
  maxHeldRequests?: number
  /** How long a request is held while there is nothing to play yet. */
  startHoldMs?: number
  /**
   * Called with every complete segment of every rendition, those of the first rendition first. It must not throw. What it gets costs
   * another encryption: leave it out for a stream that is not recorded.
   */
  onSegment?: ((segment: ClosedSegment) => void) | undefined
}

interface HlsInfo {
  width: number | undefined
  height: number | undefined
  frameRate: number | undefined
  /** The longest of the last few key frame intervals. A long one makes viewers wait. */
  keyIntervalMs: number | undefined
  videoCodec: string | undefined
  audioCodec: string | undefined
  /** Mean since the start, bits per second. */
  bitrate: number
  /** When media last arrived, milliseconds since 1970. */
  lastMediaAtMs: number | undefined
  /** When its playlist last changed. */
  lastPublishedAtMs: number | undefined
}

/** How long the master playlist waits for a rendition that was just added: players read it only once. */
const expectedWithinMs = 4000

/** One broadcast as Low-Latency HLS (RFC 8216bis), held in memory. */
export class HlsStream {
  readonly #options: HlsStreamOptions
  readonly #now: () => number
  readonly #timeline = new Timeline()
  readonly #renditions = new Map<string, Rendition>()
  /** Last numbers of removed renditions, because no address may be used twice. */
  readonly #removed = new Map<string, RemovedRendition>()
  readonly #heldRequests: HeldRequests
  readonly #handler: RequestHandler

  constructor(options: HlsStreamOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#heldRequests = new HeldRequests(options.maxHeldRequests ?? 20_000)
    this.#handler = new RequestHandler({
      renditions: this.#renditions,
      heldRequests: this.#heldRequests,
      keys: options.keys,
      startHoldMs: options.startHoldMs ?? 10_000,
    })
  }

  /**
   * Adds a rendition. The first one describes the broadcast and leads: its media must arrive before the same media of the others,
   * whose segments start with its segments and have the same numbers. Throws when the name is taken or not `[a-z0-9]{1,16}`.
   */
  addRendition(name: string): Rendition {
    if (!renditionNamePattern.test(name) || this.#renditions.has(name)) throw new RangeError(`rendition name ${name}`)
    const rendition = new Rendition({
      name,
      goals: { segmentMs: this.#options.segmentMs ?? 2000, partMs: this.#options.partMs ?? 333 },
      firstSequence: this.#options.firstSequence,
      previousTargets: this.#options.previousTargets,
      timeline: this.#timeline,
      keys: this.#options.keys,
      windowSegments: this.#options.windowSegments ?? 12,
      maxWindowBytes: this.#options.maxWindowBytes ?? 128 * 1024 * 1024,
      now: this.#now,
      onChange: () => this.#heldRequests.wake(),
      onSegment: this.#options.onSegment,
      leader: this.#renditions.values().next().value,
      removed: this.#removed.get(name),
      expectedUntilMs: this.#now() + expectedWithinMs,
    })
    this.#renditions.set(name, rendition)
    return rendition
  }

  /** Removes a rendition from the master playlist. Requests for it, held ones too, are answered with 404. */
  removeRendition(name: string): void {
    const rendition = this.#renditions.get(name)
    if (rendition === undefined) return
    const lastSequence = rendition.window.last?.sequence ?? this.#removed.get(name)?.lastSequence ?? 0
    this.#removed.set(name, { lastInitNumber: rendition.lastInitNumber, lastSequence })
    this.#renditions.delete(name)
    rendition.end()
    this.#heldRequests.wake()
  }

  /** The encoder has disconnected and may reconnect. Its media then follows a discontinuity. */
  interrupt(): void {
    for (const rendition of this.#renditions.values()) rendition.interrupt()
  }

  /** Another process continues the broadcast. Held requests are answered with 503, so that players retry there. */
  release(): void {
    this.interrupt()
    this.#heldRequests.refuseAll()
  }

  /** Ends the broadcast and its playlists. Further samples are ignored. */
  end(): void {
    for (const rendition of this.#renditions.values()) rendition.end()
    this.#heldRequests.wake()
  }

  /**
   * Answers a request immediately, or returns a promise when the request has to wait for media: at most three target durations.
   * Never throws or rejects.
   */
  handle(request: HlsRequest): HlsResponse | Promise<HlsResponse> {
    try {
      const answer = this.#handler.handle(request)
      return answer instanceof Promise ? answer.catch(() => refusal(500)) : answer
    } catch {
      return refusal(500)
    }
  }

  /** True once there is something to play. */
  get isReady(): boolean {
    return [...this.#renditions.values()].some((rendition) => rendition.window.isReady)
  }

  /** The highest media sequence, discontinuity or initialisation segment number so far. */
  get highestNumber(): number {
    let highest = this.#options.firstSequence - 1
    for (const rendition of this.#renditions.values()) highest = Math.max(highest, rendition.highestNumber)
    return highest
  }

  /** The constants of the playlists; undefined before the first one. */
  get targets(): Targets | undefined {
    return this.#renditions.values().next().value?.window.targets
  }

  /** Number of requests that wait for media. */
  get heldRequests(): number {
    return this.#heldRequests.count
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
      lastPublishedAtMs: first?.lastPublishedAtMs,
    }
  }
}
