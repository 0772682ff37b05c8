/**
 * The media that arrives from a channel's encoder, measured by the process that receives it. Rates are those of the last ten seconds of
 * media. `null` means unknown, or not known yet.
 */
export interface StreamHealth {
  /** The broadcast. It may not be in the database yet: with long key-frame intervals it takes a while until there is something to play. */
  streamId: string
  /** Milliseconds since 1970. */
  measuredAtMs: number
  /** Whether media arrives now. False while the broadcast waits for its encoder. */
  isDelivering: boolean
  lastMediaAtMs: number | null
  encoder: {
    /** The name it reports, such as 'obs-output module (libobs version 30.2.3)' or 'Lavf59.27.100': bounded, without control characters. */
    name: string
    /** When its connection was accepted, milliseconds since 1970. */
    connectedAtMs: number
    /** How often the encoder reconnected, or another one took over. */
    reconnects: number
  }
  /** Absent where the site does not record, or the process is of a release that did not. */
  recording?:
    | {
        /** Why it does not record at the moment. */
        pausedBecause: 'disk_full' | 'disk_slow' | 'disk_failed' | null
      }
    | undefined
  /** `null`: no video has arrived. */
  video: {
    /** 'H.264', 'H.265' or 'AV1'. */
    codec: string
    /** RFC 6381, such as 'avc1.64001f'. */
    codecString: string
    width: number
    height: number
    /** Frames per second of media. */
    framesPerSecond: number | null
    bitsPerSecond: number | null
    /** The longest of the last few key-frame intervals, including the current one. */
    keyIntervalMs: number | null
    /** The rate at which the encoder sends when it skips nothing; null while unknown, and where frames come irregularly. */
    intendedFramesPerSecond: number | null
    /** Frames missing from the regular intervals in the last minute of media: the encoder skipped them. */
    missingFrames: number
    /** The part of the frames that only repeat the picture before them, 0 to 1. An overloaded OBS sends them in place of skipped ones. */
    repeatedShare: number
  } | null
  /** `null`: no audio has arrived. */
  audio: {
    /** 'AAC' or 'Opus'. */
    codec: string
    codecString: string
    sampleRateHz: number
    channels: number
    bitsPerSecond: number | null
    /** Only digital silence for at least ten seconds. `null`: cannot be detected (Opus). */
    isSilent: boolean | null
  } | null
  arrival: {
    /** Interarrival jitter of the video, or of the audio without one (RFC 3550 section 6.4.1), in milliseconds. */
    jitterMs: number
    /** How much later media arrives than at its earliest in the last ten minutes. It grows when the connection is too slow for the bitrate. */
    lateMs: number
    /** Gaps and jumps of more than a second in the encoder's timestamps since it connected. */
    gaps: number
  }
}
