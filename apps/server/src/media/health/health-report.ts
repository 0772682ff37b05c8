import type { Publisher } from '@waggle/media/rtmp/media/publisher'
import type { MediaSink, Sample, TrackConfig } from '@waggle/media/sample'
import type { StreamHealth } from '../../shared-state/stream-health.ts'
import type { MediaContext } from '../context.ts'
import { EncoderMeter, type SourceFacts } from './encoder-meter.ts'

/** A report is published every second: an older one is from a process that died. */
const lifetimeMs = 10_000

interface ReportedBroadcast {
  id: string
  username: string
  /** A previous process left it on air: the encoder's first connection to this process counts as a reconnect. */
  isContinued: boolean
  source(): SourceFacts
  recording(): StreamHealth['recording']
}

/** Measures what a broadcast's encoder sends, and publishes it for the roles that show it to the streamer. */
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

  /** `hasStopped`: the previous encoder was stopped on purpose, so its return is no sign of a bad connection. */
  attach(publisher: Publisher, hasStopped = false): void {
    const { now } = this.#context
    this.#encoder = { publisher, meter: new EncoderMeter(now, this.#broadcast.source), connectedAtMs: now() }
    if (!hasStopped) this.#reconnects += 1
  }

  config(config: TrackConfig): void {
    this.#encoder?.meter.config(config)
  }

  sample(sample: Sample): void {
    this.#encoder?.meter.sample(sample)
  }

  /** How regularly the media of the present encoder arrives; undefined before the first one. */
  get arrival(): StreamHealth['arrival'] | undefined {
    return this.#encoder?.meter.arrival
  }

  publish(isDelivering: boolean, lastMediaAtMs: number | null): void {
    if (this.#encoder === undefined) return
    const { publisher, meter, connectedAtMs } = this.#encoder
    const nowMs = this.#context.now()
    const health = {
      streamId: this.#broadcast.id,
      measuredAtMs: nowMs,
      isDelivering,
      lastMediaAtMs,
      encoder: { name: publisher.encoder, connectedAtMs, reconnects: this.#reconnects },
      recording: this.#broadcast.recording(),
      ...meter.read(),
    }
    // The next report follows in a second, so a failure of the store is ignored.
    this.#context.state
      .setFact('stream-health', this.#broadcast.username, health, nowMs + lifetimeMs)
      .catch(() => undefined)
  }
}
