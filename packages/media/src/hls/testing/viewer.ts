import { createDecipheriv } from 'node:crypto'
import { parse, setOptions } from 'hls-parser'
import type { HlsKeys } from '../encryption.ts'
import { HlsStream, type HlsStreamOptions } from '../hls-stream.ts'
import type { Rendition } from '../rendition/rendition.ts'
import type { HlsResponse } from '../serve/hls-response.ts'
import { type Medium, run } from './encoder.ts'
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

/** Takes every change of a playlist while media comes in, full and as delta, checks it and keeps what it saw. */
export class Viewer {
  readonly stream: HlsStream
  readonly rendition: string
  readonly checker = new PlaylistChecker()
  readonly deltas = new PlaylistChecker()
  /** Plain bytes of all parts, by address. */
  readonly parts = new Map<string, Uint8Array>()
  /** Initialisation segment of each part. */
  readonly initOf = new Map<string, string>()
  /** Of each segment's beginning. */
  readonly isIndependent = new Map<number, boolean>()
  readonly segments = new Map<string, Uint8Array>()
  /** Durations of the parts of each closed segment, in seconds. */
  readonly partDurations = new Map<number, number[]>()
  readonly inits = new Map<string, Uint8Array>()
  playlist: CheckedPlaylist | undefined
  /** hls-parser refuses parts in more than three segments, however short these are. */
  hasUsualSegments = true
  #seen = ''

  constructor(stream: HlsStream, rendition = 'source') {
    this.stream = stream
    this.rendition = rendition
  }

  /** Feeds media sample by sample and looks after each. */
  async watch(source: Rendition, media: readonly Medium[], shiftMs = 0): Promise<void> {
    for (const medium of media) {
      if ('config' in medium) source.config(medium.config)
      else {
        const { dtsMs, ptsMs } = medium.sample
        source.sample({ ...medium.sample, dtsMs: dtsMs + shiftMs, ptsMs: ptsMs + shiftMs })
      }
      await this.look()
    }
  }

  async look(): Promise<void> {
    if (!this.stream.isReady) return
    const text = await getText(this.stream, `${this.rendition}/media.m3u8`)
    if (text === this.#seen) return
    this.#seen = text
    const playlist = this.checker.check(text)
    this.playlist = playlist
    setOptions({ strictMode: this.hasUsualSegments, silent: true })
    parse(text)
    const delta = this.deltas.check(await getText(this.stream, `${this.rendition}/media.m3u8`, '_HLS_skip=YES'))
    const whole = (list: CheckedPlaylist) => JSON.stringify(list.segments.map(({ parts, ...rest }) => rest))
    if (whole(delta) !== whole(playlist)) this.checker.violations.push('the delta differs from the playlist')
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
        this.checker.violations.push(`${segment.uri} is not its parts`)
    }
  }

  /** Everything seen under one initialisation segment, as a file. */
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

/** Decodes a file, which must go without complaint when nothing is missing, and lists its packets; times in seconds. */
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
