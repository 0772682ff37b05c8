import type { Publisher } from '@waggle/media/rtmp/media/publisher'
import type { MediaSink, Sample, TrackConfig } from '@waggle/media/sample'
import type { MediaContext } from '../context.ts'
import { EncoderMeter, type SourceFacts } from './encoder-meter.ts'

/** Told anew every second: one that is older comes from a process that is gone. */
const keptMs = 10_000

export interface ReportedBroadcast {
  id: string
  username: string
  /** A former process left it on air: the encoder's first connection to this one is not its first. */
  isContinued: boolean
  source(): SourceFacts
}

/** Measures what a broadcast's encoder sends, and tells it to the roles that show it to the streamer. */
export class HealthReport implements MediaSink {
  readonly #context: MediaContext
  readonly #broadcast: ReportedBroadcast
  #encoder: { publisher: Publisher; meter: EncoderMeter; connectedAtMs: number } | undefined
  #reconnects: number

  constructor(context: MediaContext, broadcast: ReportedBroadcast) {
    this.#context = context
    this.#broadcast = broadcast
    this.#reconnects = broadcast.isContinued ? 0 : -1
  }

  attach(publisher: Publisher): void {
    const { now } = this.#context
    this.#encoder = { publisher, meter: new EncoderMeter(now, this.#broadcast.source), connectedAtMs: now() }
    this.#reconnects += 1
  }

  config(config: TrackConfig): void {
    this.#encoder?.meter.config(config)
  }

  sample(sample: Sample): void {
    this.#encoder?.meter.sample(sample)
  }

  tell(isDelivering: boolean, lastMediaAtMs: number | null): void {
    if (this.#encoder === undefined) return
    const { publisher, meter, connectedAtMs } = this.#encoder
    const nowMs = this.#context.now()
    const health = {
      streamId: this.#broadcast.id,
      measuredAtMs: nowMs,
      isDelivering,
      lastMediaAtMs,
      encoder: { name: publisher.encoder, connectedAtMs, reconnects: this.#reconnects },
      ...meter.read(),
    }
    // Told again in a second: a store that fails in between is no news.
    this.#context.state
      .remember('stream-health', this.#broadcast.username, health, nowMs + keptMs)
      .catch(() => undefined)
  }
}
