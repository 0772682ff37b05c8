/** The atom of the engine: everything that arrives becomes configurations and samples, everything that leaves is made of them. */

export type TrackKind = 'video' | 'audio'

/** How to decode a video track. `description` is the codec's configuration record as it stands in an MP4 sample entry. */
export interface VideoConfig {
  track: 'video'
  codec: 'avc'
  /** RFC 6381 string, such as 'avc1.64001f'. */
  codecString: string
  /** Size shown, in pixels, after cropping. */
  width: number
  height: number
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 section 5.3.3.1). */
  description: Uint8Array
}

export interface AudioConfig {
  track: 'audio'
  codec: 'aac'
  /** RFC 6381 string, such as 'mp4a.40.2'. */
  codecString: string
  sampleRateHz: number
  channels: number
  /** Samples of sound in one access unit: 1024 for AAC-LC. */
  samplesPerFrame: number
  /** AudioSpecificConfig (ISO/IEC 14496-3 section 1.6.2.1). */
  description: Uint8Array
}

export type TrackConfig = VideoConfig | AudioConfig

/** One access unit. Times are milliseconds on the sender's clock, unwrapped beyond 32 bits; `ptsMs` may lie before `dtsMs` of a neighbour, never before its own start of stream. */
export interface Sample {
  track: TrackKind
  dtsMs: number
  ptsMs: number
  /** True where decoding can start (IDR picture; every audio frame). */
  key: boolean
  /** AVC: length-prefixed NAL units as the configuration says. AAC: one raw frame without ADTS. */
  data: Uint8Array
}

/** Where the media of one publisher goes. Calls are synchronous and never throw. */
export interface MediaSink {
  /** A track's configuration: before its first sample, and again whenever its bytes change. */
  config(config: TrackConfig): void
  sample(sample: Sample): void
}
