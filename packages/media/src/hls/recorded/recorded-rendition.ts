/** Where bytes are in an object of a recording. */
export interface ObjectRange {
  /** Relative to the media playlist, or absolute. */
  uri: string
  offset: number
  length: number
  /**
   * How a playlist names the bytes. By tag (EXT-X-BYTERANGE) any store serves them. By address only our server does, but in more players: for
   * an encrypted segment with the tag, ffmpeg 5.1 requests the key with the same range, and fails.
   */
  rangeBy: 'address' | 'tag'
}

export interface RecordedInit extends ObjectRange {
  /** RFC 6381; absent without such a track. */
  video?: string
  audio?: string
  width?: number
  height?: number
  frameRate?: number
}

/** A recorded segment, with what a playlist says about it. */
export interface RecordedEntry extends ObjectRange {
  sequence: number
  /** The same object for all segments of one period. */
  init: RecordedInit
  isAfterDiscontinuity: boolean
  isIndependent: boolean
  durationS: number
  /** Milliseconds since 1970. */
  startedAtMs: number
  keyNumber: number
  /** Hexadecimal. */
  iv: string
}

/** The segments of one rendition, with rising sequence numbers, which may have gaps. */
export interface RecordedRendition {
  name: string
  entries: readonly RecordedEntry[]
}
