import type { AudioConfig, VideoConfig } from '../../sample.ts'

/** What was measured about a rendition's video. */
export interface VideoFacts {
  frameRate: number
  /** How far a frame may arrive after its turn because of B-frames, in milliseconds; 0 without B-frames. */
  jitterMs: number
  bitsPerSecond: number
}

/** A track of the broadcast, as its catalog describes it. */
export type CatalogTrack = { name: string } & (
  | { kind: 'video'; config: VideoConfig; facts: VideoFacts }
  | { kind: 'audio'; config: AudioConfig }
)

/** The name of the track with the catalog. */
export const catalogTrackName = 'catalog.json'

/**
 * The catalog of the hang format: for every track what WebCodecs needs to decode it. The frames are in its "legacy" container, a
 * timestamp in microseconds before the sample.
 */
export function hangCatalog(tracks: readonly CatalogTrack[]): string {
  const videos = tracks.filter((track) => track.kind === 'video')
  const audios = tracks.filter((track) => track.kind === 'audio')
  // The source comes first.
  const display = videos[0] && { width: videos[0].config.width, height: videos[0].config.height }
  return JSON.stringify({
    ...(videos.length > 0 && { video: { renditions: byName(videos, describeVideo), display } }),
    ...(audios.length > 0 && { audio: { renditions: byName(audios, describeAudio) } }),
  })
}

/** What WebCodecs needs to decode a video, but for the description, which is in hexadecimal here. */
export function videoDecoderFields({ codec, codecString, description, width, height }: VideoConfig) {
  return {
    codec: codecString,
    // WebCodecs defines a description for AVC and HEVC. AV1 carries its sequence header in the bitstream.
    ...(codec !== 'av1' && { description: hex(description) }),
    codedWidth: width,
    codedHeight: height,
  }
}

function describeVideo({ config, facts }: Extract<CatalogTrack, { kind: 'video' }>) {
  return {
    ...videoDecoderFields(config),
    container: { kind: 'legacy' },
    framerate: facts.frameRate,
    bitrate: facts.bitsPerSecond,
    ...(facts.jitterMs > 0 && { jitter: facts.jitterMs }),
    optimizeForLatency: true,
  }
}

function describeAudio({ config }: Extract<CatalogTrack, { kind: 'audio' }>) {
  return {
    codec: config.codecString,
    container: { kind: 'legacy' },
    // For Opus, WebCodecs wants an Ogg header, which only more than two channels need.
    ...(config.codec === 'aac' && { description: hex(config.description) }),
    sampleRate: config.sampleRateHz,
    numberOfChannels: config.channels,
  }
}

function byName<Track extends CatalogTrack>(tracks: readonly Track[], describe: (track: Track) => object) {
  return Object.fromEntries(tracks.map((track) => [track.name, describe(track)]))
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
