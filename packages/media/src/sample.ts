/** The atom of the engine: everything that arrives becomes configurations and samples, everything that leaves is made of them. */

export type TrackKind = 'video' | 'audio'

/** How to decode a video track. `description` is the codec's configuration record as it stands in an MP4 sample entry. */
export interface VideoConfig {
  track: 'video'
  codec: 'avc' | 'hevc' | 'av1'
  /** RFC 6381 string, such as 'avc1.64001f', 'hvc1.1.6.L93.B0' or 'av01.0.04M.08'. */
  codecString: string
  /** Size shown, in pixels, after cropping. */
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
  /** Samples of sound in one access unit: 1024 for AAC-LC, mostly 960 for Opus. */
  samplesPerFrame: number
  /** AudioSpecificConfig (ISO/IEC 14496-3 section 1.6.2.1), or the content of OpusSpecificBox. */
  description: Uint8Array
}

export type TrackConfig = VideoConfig | AudioConfig

/** One access unit. Times are milliseconds on the sender's clock, unwrapped beyond 32 bits; `ptsMs` may lie before `dtsMs` of a neighbour, never before its own start of stream. */
export interface Sample {
  track: TrackKind
  dtsMs: number
  ptsMs: number
  /** True where decoding can start (IDR picture, any random access picture of HEVC, AV1 key frame; every audio frame). */
  key: boolean
  /** AVC, HEVC: length-prefixed NAL units. AV1: a temporal unit without delimiter. AAC: a raw frame without ADTS. Opus: a packet. */
  data: Uint8Array
}

/** Where the media of one publisher goes. Calls are synchronous and never throw. */
export interface MediaSink {
  /** A track's configuration: before its first sample, and again whenever its bytes change. */
  config(config: TrackConfig): void
  sample(sample: Sample): void
}
