import type { HlsKeys } from '../encryption.ts'
import { masterPlaylist } from '../playlist/master-playlist.ts'
import { mediaPlaylist } from '../playlist/media-playlist.ts'
import { type PlaylistQuery, parsePlaylistQuery } from '../playlist/playlist-query.ts'
import { parsePath } from '../playlist/request-path.ts'
import type { Rendition } from '../rendition/rendition.ts'
import { wholeSegment } from '../rendition/segment.ts'
import type { HeldRequests } from './held-requests.ts'
import type { HlsRequest } from './hls-request.ts'
import { type HlsResponse, mediaResponse, playlistResponse, refusal, segmentResponse } from './hls-response.ts'

interface RequestHandlerOptions {
  renditions: ReadonlyMap<string, Rendition>
  heldRequests: HeldRequests
  keys: HlsKeys | undefined
  /** How long a request is held while there is nothing to play yet. */
  startHoldMs: number
}

const heldTargetDurations = 3
const maxWaitForExpectedMs = 4000
const plainPlaylistMaxAgeS = 1
/** What players may ask ahead of the last part: so much of parts that are shorter than a second (RFC 8216bis section 6.2.5.2). */
const advancePartsMs = 3000

/** Placeholder for the viewer's token in a rendered playlist. No path contains it. */
const tokenPlaceholder = '{token}'

/** Answers requests from what the renditions hold in memory. A playlist is rendered once for each change. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions
  /** Playlists by rendition and variant, split at the places of the viewer's token. */
  readonly #rendered = new Map<string, { state: string; pieces: readonly string[] }>()

  constructor(options: RequestHandlerOptions) {
    this.#options = options
  }

  /** Returns a promise only when the request has to wait: a promise costs a tenth of the time of an immediate answer. */
  handle({ path, query, maxHeight, signal }: HlsRequest): HlsResponse | Promise<HlsResponse> {
    const target = parsePath(path)
    if (target === undefined) return refusal(404)
    if (target.kind === 'master') return this.#master(query, maxHeight, signal)
    const rendition = this.#options.renditions.get(target.rendition)
    if (rendition === undefined) return refusal(404)
    const { window } = rendition
    // A missing playlist makes players choose another rendition.
    if (target.kind === 'playlist' && !this.#isOffered(rendition, maxHeight)) return refusal(404)
    if (target.kind === 'playlist') return this.#playlist(rendition, query, signal)
    if (target.kind === 'part') {
      const part = findPart(rendition, target.sequence, target.index)
      return part === undefined ? this.#holdPart(rendition, target.sequence, target.index, signal) : answerPart(part)
    }
    if (target.kind === 'init') {
      const init = window.init(target.number)
      return init === undefined ? refusal(404) : mediaResponse(init)
    }
    const segment = window.segment(target.sequence)
    return segment?.isClosed ? segmentResponse(wholeSegment(segment)) : refusal(404)
  }

  #isOffered(rendition: Rendition, maxHeight: number | undefined): boolean {
    if (maxHeight === undefined) return true
    const ready = [...this.#options.renditions.values()].filter(({ window }) => window.isReady)
    const lowest = Math.min(...ready.map(heightOf))
    return heightOf(rendition) <= Math.max(maxHeight, lowest)
  }

  async #master(
    query: URLSearchParams,
    maxHeight: number | undefined,
    signal: HlsRequest['signal'],
  ): Promise<HlsResponse> {
    const directives = parsePlaylistQuery(query)
    if (directives === undefined) return refusal(400)
    const ready = () =>
      [...this.#options.renditions.values()].filter(
        (rendition) => rendition.window.isReady && this.#isOffered(rendition, maxHeight),
      )
    const refused = await this.#waitUntilReady(() => ready().length > 0, signal)
    if (refused !== undefined) return refused
    const isComplete = () =>
      [...this.#options.renditions.values()].every((rendition) => !rendition.isExpected) || undefined
    await this.#options.heldRequests.waitFor(isComplete, maxWaitForExpectedMs, signal)
    const variants = ready().map(({ name, tracks, frameRate, window }) => {
      return { name, tracks, frameRate, peakBitrate: window.bitrate.peak, meanBitrate: window.bitrate.mean }
    })
    const isIndependent = ready().every(({ window }) => window.isIndependent)
    const text = masterPlaylist({ variants, isIndependent, token: directives.token })
    return playlistResponse(text, directives.token === undefined ? plainPlaylistMaxAgeS : undefined)
  }

  #playlist(
    rendition: Rendition,
    query: URLSearchParams,
    signal: HlsRequest['signal'],
  ): HlsResponse | Promise<HlsResponse> {
    const directives = parsePlaylistQuery(query)
    if (directives === undefined) return refusal(400)
    const isAvailable =
      rendition.window.isReady && !isTooFarAhead(rendition, directives) && hasReached(rendition, directives)
    return isAvailable ? this.#answerPlaylist(rendition, directives) : this.#holdPlaylist(rendition, directives, signal)
  }

  async #holdPlaylist(
    rendition: Rendition,
    directives: PlaylistQuery,
    signal: HlsRequest['signal'],
  ): Promise<HlsResponse> {
    const { window } = rendition
    const refused = await this.#waitUntilReady(() => window.isReady || window.isEnded, signal)
    if (refused !== undefined) return refused
    if (!window.isReady) return refusal(404)
    if (isTooFarAhead(rendition, directives)) return refusal(400)
    const held = await this.#options.heldRequests.waitFor(
      () => hasReached(rendition, directives) || undefined,
      this.#holdMs(rendition),
      signal,
    )
    if ('refused' in held) return refusal(503)
    // The rendition was removed but the broadcast continues: 404 makes players choose another rendition.
    if (this.#options.renditions.get(rendition.name) !== rendition) return refusal(404)
    return this.#answerPlaylist(rendition, directives)
  }

  #answerPlaylist(rendition: Rendition, directives: PlaylistQuery): HlsResponse {
    const { token, sequence } = directives
    const text = this.#render(rendition, directives).join(token)
    if (token !== undefined) return playlistResponse(text, undefined)
    // Each player requests an address with directives once, so caches may keep the answer while it is useful.
    const maxAgeS = sequence === undefined ? plainPlaylistMaxAgeS : (rendition.window.targets?.targetDurationS ?? 1)
    return playlistResponse(text, maxAgeS)
  }

  async #holdPart(
    rendition: Rendition,
    sequence: number,
    index: number,
    signal: HlsRequest['signal'],
  ): Promise<HlsResponse> {
    const find = () => findPart(rendition, sequence, index)
    const held = await this.#options.heldRequests.waitFor(find, this.#holdMs(rendition), signal)
    return 'refused' in held ? refusal(503) : answerPart(held.result)
  }

  async #waitUntilReady(isReady: () => boolean, signal: HlsRequest['signal']): Promise<HlsResponse | undefined> {
    const isOver = () => [...this.#options.renditions.values()].every(({ window }) => window.isEnded)
    const find = () => (isReady() ? 'ready' : this.#options.renditions.size > 0 && isOver() ? 'over' : undefined)
    const held = await this.#options.heldRequests.waitFor(find, this.#options.startHoldMs, signal)
    if ('refused' in held) return refusal(503)
    return held.result === 'ready' ? undefined : refusal(404)
  }

  #holdMs(rendition: Rendition): number {
    return heldTargetDurations * (rendition.window.targets?.targetDurationS ?? 1) * 1000
  }

  #render(rendition: Rendition, { canSkip, token }: PlaylistQuery): readonly string[] {
    const state = [...this.#options.renditions.values()]
      .map(({ window, lastInitNumber }) => `${window.version}.${lastInitNumber}`)
      .join()
    const name = `${rendition.name} ${canSkip} ${token !== undefined}`
    const known = this.#rendered.get(name)
    if (known?.state === state) return known.pieces
    const { window } = rendition
    const others = [...this.#options.renditions.values()].filter((other) => other !== rendition && other.window.isReady)
    const reports = others.flatMap(({ name, window: { last } }) => {
      return last === undefined ? [] : [{ name, sequence: last.sequence, part: last.parts.length - 1 }]
    })
    const text =
      window.targets === undefined
        ? ''
        : mediaPlaylist({
            targets: window.targets,
            segments: window.listed,
            upcoming: window.upcoming,
            keys: this.#options.keys,
            isEnded: window.isEnded,
            reports,
            canSkip,
            token: token && tokenPlaceholder,
          })
    const pieces = text.split(tokenPlaceholder)
    this.#rendered.set(name, { state, pieces })
    return pieces
  }
}

function heightOf({ tracks }: Rendition): number {
  return tracks.video?.height ?? 0
}

function answerPart(part: Uint8Array | 'gone'): HlsResponse {
  return part === 'gone' ? refusal(404) : mediaResponse(part)
}

/** "If the _HLS_msn is greater than the Media Sequence Number of the last Media Segment plus two, … Bad Request" (section 6.2.5.2). */
function isTooFarAhead(rendition: Rendition, { sequence, part }: PlaylistQuery): boolean {
  const last = rendition.window.last
  if (sequence === undefined || last === undefined || rendition.window.isEnded) return false
  if (sequence > last.sequence + 2) return true
  const isOpen = sequence === last.sequence && !last.isClosed
  const advancePartLimit = advancePartsMs / Math.min(1000, rendition.window.targets?.partTargetMs ?? 1000)
  return isOpen && part !== undefined && part > last.parts.length - 1 + advancePartLimit
}

function hasReached(rendition: Rendition, { sequence, part }: PlaylistQuery): boolean {
  const last = rendition.window.last
  if (sequence === undefined || last === undefined || rendition.window.isEnded) return true
  // A part past the end of a closed segment means the first part of the next: reached once there is a later segment.
  if (sequence !== last.sequence) return sequence < last.sequence
  return part === undefined ? last.isClosed : part < last.parts.length
}

/** The part; 'gone' when it no longer exists or never will; undefined when it is the next one. */
function findPart(rendition: Rendition, sequence: number, index: number): Uint8Array | 'gone' | undefined {
  const { window } = rendition
  const segment = window.segment(sequence)
  const part = segment?.parts[index]
  if (segment !== undefined && part !== undefined) return segment.servesParts ? part.body : 'gone'
  const last = window.last
  if (last === undefined || window.isEnded) return 'gone'
  const isNextOfOpen = !last.isClosed && sequence === last.sequence && index === last.parts.length
  const isFirstOfNext = last.isClosed && sequence === last.sequence + 1 && index === 0
  return isNextOfOpen || isFirstOfNext ? undefined : 'gone'
}
