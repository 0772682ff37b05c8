/** The types that all of this package shares: every input becomes configurations and samples, every output is made of them. */

export type TrackKind = 'video' | 'audio'

/** How to decode a video track. `description` is the codec's configuration record, as stored in an MP4 sample entry. */
export interface VideoConfig {
  track: 'video'
  codec: 'avc' | 'hevc' | 'av1'
  /** RFC 6381 string, such as 'avc1.64001f', 'hvc1.1.6.L93.B0' or 'av01.0.04M.08'. */
  codecString: string
  /** Displayed size in pixels, after cropping. */
  width: number
  height: number
  /** AVC or HEVC DecoderConfigurationRecord (ISO/IEC 14496-15 sections 5.3.3.1 and 8.3.3.1), AV1CodecConfigurationRecord. */
  description: Uint8Array
}

export interface AudioConfig {
  track: 'audio'
  codec: 'aac' | 'opus'
  /** RFC 6381 string, such as 'mp4a.40.2' or 'opus'. */
  codecString: string
  sampleRateHz: number
  channels: number
  /** Audio samples in one access unit: 1024 for AAC-LC, usually 960 for Opus. */
  samplesPerFrame: number
  /** AudioSpecificConfig (ISO/IEC 14496-3 section 1.6.2.1), or the content of OpusSpecificBox. */
  description: Uint8Array
}

export type TrackConfig = VideoConfig | AudioConfig

/**
 * One access unit. Times are milliseconds on the sender's clock, not wrapped at 32 bits. `ptsMs` may be earlier than the `dtsMs` of a
 * neighbouring sample, but not than the start of the stream.
 */
export interface Sample {
  track: TrackKind
  dtsMs: number
  ptsMs: number
  /** True when decoding can start here: an IDR picture, any HEVC random access picture, an AV1 key frame, every audio frame. */
  key: boolean
  /** AVC, HEVC: length-prefixed NAL units. AV1: a temporal unit without delimiter. AAC: a raw frame without ADTS. Opus: a packet. */
  data: Uint8Array
}

/** Receives the media of one publisher. Calls are synchronous and never throw. */
export interface MediaSink {
  /** Called before the first sample of a track, and again whenever the bytes of its configuration change. */
  config(config: TrackConfig): void
  sample(sample: Sample): void
}
