import { createDecipheriv } from 'node:crypto'
import { parse, setOptions } from 'hls-parser'
import type { HlsKeys } from '../encryption.ts'
import { HlsStream, type HlsStreamOptions } from '../hls-stream.ts'
import type { Rendition } from '../rendition/rendition.ts'
import type { HlsResponse } from '../serve/hls-response.ts'
import { type MediaItem, run } from './encoder.ts'
import { attribute, type CheckedPlaylist, PlaylistChecker } from './playlist-checker.ts'

export const testKeys: HlsKeys = {
  keyAt: (timeMs) => ({ number: Math.floor(timeMs / 60_000), key: keyBytes(Math.floor(timeMs / 60_000)) }),
  uri: (number) => `/api/hls/key/k3f9x2m7q1w8e5r4t6y0/${number}`,
}

function keyBytes(number: number): Uint8Array {
  return new Uint8Array(16).fill(number % 251)
}

export function open(options: Partial<HlsStreamOptions> = {}): { stream: HlsStream; source: Rendition } {
  const stream = new HlsStream({ firstSequence: 100, ...options })
  return { stream, source: stream.addRendition('source') }
}

export async function get(stream: HlsStream, path: string, query = ''): Promise<HlsResponse> {
  return stream.handle({ path, query: new URLSearchParams(query) })
}

export async function getText(stream: HlsStream, path: string, query = ''): Promise<string> {
  const response = await get(stream, path, query)
  if (response.status !== 200) throw new Error(`${path}?${query}: ${response.status}`)
  return String(response.body)
}

/** Fetches the playlist after every change, in full and as a delta update, checks it, and keeps all media. */
export class Viewer {
  readonly stream: HlsStream
  readonly rendition: string
  readonly checker = new PlaylistChecker()
  readonly deltas = new PlaylistChecker()
  /** Plain bytes of all parts, by address. */
  readonly parts = new Map<string, Uint8Array>()
  /** The initialisation segment of each part. */
  readonly initOf = new Map<string, string>()
  /** Whether each segment starts with a key frame, by sequence number. */
  readonly isIndependent = new Map<number, boolean>()
  readonly segments = new Map<string, Uint8Array>()
  /** Durations of the parts of each closed segment, in seconds. */
  readonly partDurations = new Map<number, number[]>()
  readonly inits = new Map<string, Uint8Array>()
  playlist: CheckedPlaylist | undefined
  /** hls-parser's strict mode refuses parts in more than three segments, even when the segments are short. */
  isStrict = true
  #lastText = ''

  constructor(stream: HlsStream, rendition = 'source') {
    this.stream = stream
    this.rendition = rendition
  }

  /** Feeds media to a rendition and polls after every item. */
  async watch(source: Rendition, media: readonly MediaItem[], shiftMs = 0): Promise<void> {
    for (const item of media) {
      if ('config' in item) source.config(item.config)
      else {
        const { dtsMs, ptsMs } = item.sample
        source.sample({ ...item.sample, dtsMs: dtsMs + shiftMs, ptsMs: ptsMs + shiftMs })
      }
      await this.poll()
    }
  }

  async poll(): Promise<void> {
    if (!this.stream.isReady) return
    const text = await getText(this.stream, `${this.rendition}/media.m3u8`)
    if (text === this.#lastText) return
    this.#lastText = text
    const playlist = this.checker.check(text)
    this.playlist = playlist
    setOptions({ strictMode: this.isStrict, silent: true })
    parse(text)
    const delta = this.deltas.check(await getText(this.stream, `${this.rendition}/media.m3u8`, '_HLS_skip=YES'))
    const whole = (list: CheckedPlaylist) => JSON.stringify(list.segments.map(({ parts, ...rest }) => rest))
    if (whole(delta) !== whole(playlist)) this.checker.violations.push('the delta update differs from the playlist')
    for (const segment of playlist.segments) {
      if (segment.map !== undefined && !this.inits.has(segment.map))
        this.inits.set(segment.map, await this.#fetch(segment.map))
      const [beginning] = segment.parts
      if (beginning !== undefined) this.isIndependent.set(segment.sequence, beginning.isIndependent)
      for (const { uri } of segment.parts) {
        this.initOf.set(uri, segment.map ?? '')
        if (!this.parts.has(uri)) this.parts.set(uri, decrypt(await this.#fetch(uri), segment.key))
      }
      if (segment.uri === undefined || this.segments.has(segment.uri)) continue
      const bytes = decrypt(await this.#fetch(segment.uri), segment.key)
      this.segments.set(segment.uri, bytes)
      this.partDurations.set(
        segment.sequence,
        segment.parts.map((part) => part.durationS),
      )
      const joined = Buffer.concat(segment.parts.map(({ uri }) => this.parts.get(uri) ?? Buffer.alloc(0)))
      if (segment.parts.length > 0 && !joined.equals(bytes))
        this.checker.violations.push(`${segment.uri} differs from its parts`)
    }
  }

  /** All media of one initialisation segment, as a file. */
  file(init = 'init-1.mp4'): Buffer {
    const segments = this.playlist?.segments.filter(({ map, uri }) => map === init && uri !== undefined) ?? []
    return Buffer.concat([
      this.inits.get(init) ?? Buffer.alloc(0),
      ...segments.map(({ uri }) => this.segments.get(uri ?? '') ?? Buffer.alloc(0)),
    ])
  }

  async #fetch(path: string): Promise<Uint8Array> {
    const { status, body } = await get(this.stream, `${this.rendition}/${path}`)
    if (status !== 200 || typeof body === 'string') throw new Error(`${path}: ${status}`)
    return body
  }
}

function decrypt(bytes: Uint8Array, key: string | undefined): Uint8Array {
  if (key === undefined) return bytes
  const number = Number(attribute(key, 'URI')?.split('/').at(-1))
  const iv = Buffer.from(attribute(key, 'IV')?.slice(2) ?? '', 'hex')
  const decipher = createDecipheriv('aes-128-cbc', keyBytes(number), iv)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}

export interface Packet {
  stream: number
  pts: number
  dts: number
  duration: number
  key: boolean
}

/** Lists the packets of a file, with times in seconds. When the file should be whole, decoding it must give no error. */
export async function decode(file: Uint8Array, isWhole = true): Promise<Packet[]> {
  if (isWhole) await run('ffmpeg', ['-v', 'error', '-xerror', '-i', '-', '-f', 'null', '-'], file)
  const show = ['-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time,flags', '-of', 'csv=p=0']
  const csv = await run('ffprobe', ['-v', 'error', ...show, '-'], file)
  return csv
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const [stream, pts, dts, duration, flags] = line.split(',')
      return {
        stream: Number(stream),
        pts: Number(pts),
        dts: Number(dts),
        duration: Number(duration),
        key: flags?.[0] === 'K',
      }
    })
}
