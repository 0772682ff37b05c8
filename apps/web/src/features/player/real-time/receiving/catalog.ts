import type { SoundTrackFacts, VideoTrackFacts } from '../messages.ts'

export interface VideoTrack extends VideoTrackFacts {
  config: VideoDecoderConfig
}

export interface SoundTrack extends SoundTrackFacts {
  config: AudioDecoderConfig
}

export interface Catalog {
  /** The source first. */
  videos: readonly VideoTrack[]
  sound: SoundTrack | undefined
}

/** The name of the track with the catalog. */
export const catalogTrackName = 'catalog.json'

/** What a broadcast's tracks are called at first. They are requested before the catalog has said so. */
export const firstTracks = { video: 'source/1', sound: 'audio/1' } as const

type Fields = Record<string, unknown>

/**
 * Reads a catalog of the hang format: for every track what WebCodecs needs to decode it. Tracks in a container that is not "legacy", and
 * those with fields of other types, are left out. Throws SyntaxError where it is no JSON.
 */
export function readCatalog(text: string): Catalog {
  const catalog = fieldsOf(JSON.parse(text))
  return {
    videos: renditionsOf(catalog.video).flatMap(readVideo),
    sound: renditionsOf(catalog.audio).flatMap(readSound)[0],
  }
}

/** A track without what only its decoder needs. */
export function factsOf<Track extends { config: object }>({ config: _, ...facts }: Track): Omit<Track, 'config'> {
  return facts
}

function readVideo([name, fields]: [string, Fields]): VideoTrack[] {
  const { codec, codedWidth, codedHeight, bitrate } = fields
  if (typeof codec !== 'string' || typeof codedWidth !== 'number' || typeof codedHeight !== 'number') return []
  const config = { codec, codedWidth, codedHeight, ...descriptionOf(fields), optimizeForLatency: true }
  return [{ name, codec, width: codedWidth, height: codedHeight, bitrate: Number(bitrate) || 0, config }]
}

function readSound([name, fields]: [string, Fields]): SoundTrack[] {
  const { codec, sampleRate, numberOfChannels } = fields
  if (typeof codec !== 'string' || typeof sampleRate !== 'number' || typeof numberOfChannels !== 'number') return []
  const config = { codec, sampleRate, numberOfChannels, ...descriptionOf(fields) }
  return [{ name, codec, sampleRateHz: sampleRate, channels: numberOfChannels, config }]
}

function renditionsOf(media: unknown): [string, Fields][] {
  return Object.entries(fieldsOf(fieldsOf(media).renditions))
    .map(([name, rendition]): [string, Fields] => [name, fieldsOf(rendition)])
    .filter(([, { container }]) => fieldsOf(container).kind === 'legacy')
}

function descriptionOf({ description }: Fields): { description?: Uint8Array<ArrayBuffer> } {
  if (typeof description !== 'string' || !/^([\da-f]{2})+$/i.test(description)) return {}
  return { description: Uint8Array.from(description.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
