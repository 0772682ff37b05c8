import type { ReceivedFrame } from '../client/group-reader.ts'
import type { Track } from '../tracks/track.ts'
import { ByteReader } from '../wire/byte-reader.ts'
import type { BroadcastSubscriber } from './broadcast-subscriber.ts'

/** A track that nobody watches is given up after this time: players that change the rendition come back. */
const lingerMs = 5_000

/** A track of another server, as long as somebody watches it here. Its groups are numbered anew. */
export class RelayedTrack {
  readonly track: Track
  /** What decoders must know; the same for all that the track carries. */
  readonly decoderConfig: string
  #source: { publisher: BroadcastSubscriber; name: string } | undefined
  #unsubscribe: (() => void) | undefined
  #isWanted = false
  #watchedAtMs: number | undefined

  constructor(track: Track, decoderConfig: string) {
    this.track = track
    this.decoderConfig = decoderConfig
  }

  /** The name of the track at the publisher; undefined while there is none. */
  get follows(): string | undefined {
    return this.#source?.name
  }

  /** Says where the track comes from. What was watched before continues from there. */
  follow(publisher: BroadcastSubscriber, name: string): void {
    this.#source = { publisher, name }
    if (this.#isWanted) this.#subscribe()
  }

  /** The publisher is gone, and another one may have the track. */
  unfollow(): void {
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.#source = undefined
    this.track.completeGroup()
  }

  /** Somebody wants to watch. */
  start(): void {
    this.#watchedAtMs = undefined
    if (this.#isWanted) return
    this.#isWanted = true
    this.#subscribe()
  }

  /** Gives the track up when nobody has watched it for a while. */
  stopIfUnwatched(nowMs: number): void {
    if (this.track.hasReaders) this.#watchedAtMs = nowMs
    this.#watchedAtMs ??= nowMs
    if (!this.#isWanted || nowMs - this.#watchedAtMs < lingerMs) return
    this.#isWanted = false
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.track.clear()
  }

  #subscribe(): void {
    if (this.#source === undefined || this.#unsubscribe !== undefined) return
    const { publisher, name } = this.#source
    this.#unsubscribe = publisher.subscribe(name, this.track.info.priority, {
      frame: (frame) => this.#take(frame),
      ended: () => this.track.completeGroup(),
    })
  }

  #take({ index, timestampUs, payload }: ReceivedFrame): void {
    if (index === 0) this.track.startGroup(timestampUs)
    this.track.add(timestampUs, withoutContainer(payload))
  }
}

/** A copy of the data. The "legacy" container is a timestamp before it, which the frame has too, and which is written anew. */
function withoutContainer(payload: Uint8Array): Uint8Array {
  const reader = new ByteReader(payload)
  reader.varint()
  return new Uint8Array(reader.bytes(reader.remaining))
}
