import type { MediaSink } from '../../sample.ts'

/** An encoder's request to publish. */
export interface PublishRequest {
  /** The first part of the address's path, such as 'live'. */
  app: string
  /** As entered in the encoder, without a query; may be empty. Never log it. */
  streamKey: string
  remoteAddress: string
  /** The encoder's name when it connects (flashVer), of limited length and without control characters. */
  encoder: string
}

/** A connected publisher. */
export interface Publisher {
  readonly remoteAddress: string
  /** The encoder's current name, of limited length and without control characters. */
  readonly encoder: string
  /** Sends the encoder the reason, ends the sink with it and closes the connection. */
  close(reason: string): void
  /** When media last arrived or, before that, when the publisher was accepted. Milliseconds since 1970. */
  readonly lastMediaAtMs: number
  readonly bytesReceived: number
}

export interface PublisherSink extends MediaSink {
  /**
   * The publisher has ended. Called exactly once in every case, as the last call. `hasStopped` when the encoder said that the stream
   * is over (FCUnpublish, deleteStream or closeStream); an encoder that lost its connection says nothing.
   */
  ended(reason: string, hasStopped: boolean): void
}

export type PublishDecision =
  | {
      accept: true
      sink: PublisherSink
      /** What its media may have, in bits per second. Read again and again, because it may change; undefined for no limit of its own. */
      maxBitsPerSecond?: () => number | undefined
    }
  /** The encoder shows the reason. The keys of an address with too many wrong ones are checked slowly for a while. */
  | { accept: false; reason: string; isWrongKey?: boolean }

export type Authorize = (request: PublishRequest, publisher: Publisher) => Promise<PublishDecision>
