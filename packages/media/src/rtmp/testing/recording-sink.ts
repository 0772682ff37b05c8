import type { Sample, TrackConfig } from '../../sample.ts'
import type { PublisherSink } from '../media/publisher.ts'

/** A sink that records all calls. */
export interface RecordingSink extends PublisherSink {
  readonly configs: TrackConfig[]
  readonly samples: Sample[]
  readonly endings: string[]
  /** For each ending, whether the encoder said that the stream is over. */
  readonly stops: boolean[]
  /** Resolves with the reason when the publisher has ended. */
  readonly whenEnded: Promise<string>
}

export function createRecordingSink(): RecordingSink {
  const { promise, resolve } = Promise.withResolvers<string>()
  const configs: TrackConfig[] = []
  const samples: Sample[] = []
  const endings: string[] = []
  const stops: boolean[] = []
  return {
    configs,
    samples,
    endings,
    stops,
    whenEnded: promise,
    config: (config) => void configs.push(config),
    sample: (sample) => void samples.push(sample),
    ended(reason, hasStopped) {
      endings.push(reason)
      stops.push(hasStopped)
      resolve(reason)
    },
  }
}
