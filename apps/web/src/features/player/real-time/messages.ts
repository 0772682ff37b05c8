import type { SoundBlock } from './sound/sample-ring.ts'

/** Why real time is given up for LL-HLS. */
export type RealTimeFailure =
  /** The browser cannot decode the broadcast's codecs. */
  | 'codec'
  /** The broadcast has no picture. */
  | 'no-picture'
  /** The socket was not opened: something blocks it, or this server does not have the broadcast. */
  | 'refused'
  /** All seats are taken. */
  | 'full'
  /** The socket was opened and nothing came, or it stopped answering. */
  | 'silent'
  /** The buffer ran dry twice within a minute because of the network, or the server says that it is too slow. */
  | 'dry'
  /** A decoder failed again and again. */
  | 'decoder'

export interface VideoTrackFacts {
  name: string
  codec: string
  width: number
  height: number
  /** Bits per second, as the catalog says. */
  bitrate: number
}

export interface SoundTrackFacts {
  name: string
  codec: string
  sampleRateHz: number
  channels: number
}

/** What the page tells the worker. */
export type ToWorker =
  /**
   * `sink` is where pictures go, or comes in a message of its own; without it the worker makes the track itself, or sends every picture to
   * the page.
   */
  | {
      type: 'open'
      /** Of the site's own socket. */
      address: string
      /** Of a relay that has the broadcast too. */
      relay: string | undefined
      streamId: string
      token: string
      sink: WritableStream<VideoFrame> | 'later' | undefined
    }
  | { type: 'sink'; sink: WritableStream<VideoFrame> }
  /** The token was renewed. */
  | { type: 'token'; token: string }
  /** The name of a video track, or undefined for the automatic choice. */
  | { type: 'quality'; track: string | undefined }
  /** The sound goes to this port of the audio worklet. */
  | { type: 'sound-port'; port: MessagePort; sampleRateHz: number }
  /** What is heard at a moment. Both are milliseconds, the first on the clock of the sound hardware, the second since 1970. */
  | { type: 'sound-time'; heardMs: number; atMs: number; leadMs: number }
  | { type: 'sound-off' }
  /** The machine may have slept, or the network is another. */
  | { type: 'wake' }
  /** The viewer has paused for long: the seat is given back, until playback is resumed. */
  | { type: 'rest' }
  | { type: 'resume' }

export interface RealTimeReport {
  /** How far what is seen is behind the server. */
  delayMs: number | null
  targetDelayMs: number | null
  /** Media that has arrived and was not shown yet. */
  bufferedMs: number
  rate: number
  /** Pictures since the start: shown or dropped, and dropped. */
  frames: { total: number; dropped: number }
  bitsPerSecond: number
  sinceNewMediaMs: number
  /** The server answers, and has nothing new. */
  isServerAnswering: boolean
}

/** What the worker tells the page. */
export type FromWorker =
  /** A connection is open: to the relay, or to the site. */
  | { type: 'open'; isAtRelay: boolean }
  | { type: 'catalog'; videos: readonly VideoTrackFacts[]; sound: SoundTrackFacts | undefined }
  | { type: 'picture-track'; track: MediaStreamTrack }
  | { type: 'picture'; frame: VideoFrame }
  /** The picture has begun. */
  | { type: 'started' }
  | { type: 'playing-track'; track: string }
  /** Nothing is left to show, or it goes on. */
  | { type: 'starved'; isStarved: boolean }
  | { type: 'report'; report: RealTimeReport }
  /** The token is refused: a new one is needed. */
  | { type: 'token-refused' }
  | { type: 'ended' }
  | { type: 'failed'; failure: RealTimeFailure }

/** What the worker tells the audio worklet. */
export type ToWorklet =
  | { type: 'sound'; block: SoundBlock }
  /** From this frame of the audio context on, what is heard begins at `mediaMs` and goes on at `rate`; 0 is silence. */
  | { type: 'segment'; frame: number; mediaMs: number; rate: number }
