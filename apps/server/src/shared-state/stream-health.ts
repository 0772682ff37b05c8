/**
 * What arrives from a channel's encoder, measured by the process that takes it. Rates are those of the last ten
 * seconds of media. `null` means that it is not known, or not yet.
 */
export interface StreamHealth {
  /** The broadcast, announced or about to be: with long key-frame intervals it takes a while until there is something to play. */
  streamId: string
  /** Milliseconds since 1970. */
  measuredAtMs: number
  /** Media comes in now. False while the broadcast waits for its encoder. */
  isDelivering: boolean
  lastMediaAtMs: number | null
  encoder: {
    /** What it calls itself, such as 'obs-output module (libobs version 30.2.3)' or 'Lavf59.27.100': bounded, without control characters. */
    name: string
    /** When its connection was accepted, milliseconds since 1970. */
    connectedAtMs: number
    /** How often the broadcast had to wait for its encoder, or another one took over. */
    reconnects: number
  }
  /** `null`: no picture has come. */
  video: {
    /** 'H.264', 'H.265' or 'AV1'. */
    codec: string
    /** RFC 6381, such as 'avc1.64001f'. */
    codecString: string
    width: number
    height: number
    /** Frames that came in a second of media. */
    framesPerSecond: number | null
    bitsPerSecond: number | null
    /** The longest of the last few distances between key frames, the one that still runs included. */
    keyIntervalMs: number | null
    /** Frames that the steady rhythm of the others misses, in the last minute of media: an encoder that drops them cannot keep up. */
    missingFrames: number
  } | null
  /** `null`: no sound has come. */
  audio: {
    /** 'AAC' or 'Opus'. */
    codec: string
    codecString: string
    sampleRateHz: number
    channels: number
    bitsPerSecond: number | null
    /** Nothing but digital silence for at least ten seconds. `null`: cannot be told (Opus). */
    isSilent: boolean | null
  } | null
  arrival: {
    /** Interarrival jitter of the video, or of the audio without one (RFC 3550 section 6.4.1), in milliseconds. */
    jitterMs: number
    /** So much later than at its best in the last minute does media arrive: grows when the connection is too slow for the bitrate. */
    lateMs: number
    /** Holes and jumps of more than a second in the encoder's times since it connected. */
    gaps: number
  }
}
