import type { MediaSink } from '../../sample.ts'

/** What an encoder asks for. */
export interface PublishRequest {
  /** The first part of the address's path, such as 'live'. */
  app: string
  /** As typed into the encoder, without a query; may be empty. Never log it. */
  streamKey: string
  remoteAddress: string
  /** What the encoder calls itself when it connects (flashVer): bounded, without control characters. */
  encoder: string
}

/** The connection of a publisher. */
export interface Publisher {
  readonly remoteAddress: string
  /** What it calls itself by now: bounded, without control characters. */
  readonly encoder: string
  /** Shows the encoder the reason, ends the sink with it and closes. */
  close(reason: string): void
  /** Milliseconds since 1970: when media last arrived; before the first, when the publisher was accepted. */
  readonly lastMediaAtMs: number
  readonly bytesReceived: number
}

export interface PublisherSink extends MediaSink {
  /** The publisher is gone. Called exactly once, whatever happened, and nothing after it. */
  ended(reason: string): void
}

export type PublishDecision =
  | { accept: true; sink: PublisherSink }
  /** The encoder shows the reason. Wrong keys are counted: too many from one address and it has to wait. */
  | { accept: false; reason: string; isWrongKey?: boolean }

export type Authorize = (request: PublishRequest, publisher: Publisher) => Promise<PublishDecision>
