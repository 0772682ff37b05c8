import type { MediaSink, Sample, TrackConfig } from '../../sample.ts'
import { Track } from '../tracks/track.ts'
import { Audience, type AudienceOptions } from '../viewer/audience.ts'
import { AudioOutput } from './audio-output.ts'
import { catalogTrackName, hangCatalog } from './hang-catalog.ts'
import { MediaClock } from './media-clock.ts'
import { trackInfos } from './track-infos.ts'
import { VideoRendition } from './video-rendition.ts'

interface MoqBroadcastOptions extends AudienceOptions {
  /** Milliseconds since 1970. */
  now(): number
}

/** Without video, the catalog waits this long for it. */
const videoPatienceMs = 2000

/**
 * One broadcast in real time: moq-lite with the hang catalog. The media of the source is given to `source`, in the order of arrival, and
 * that of every other rendition to what `addRendition` returns; its audio is that of the source. While nobody watches, samples are only
 * remembered from the last key frame on.
 */
export class MoqBroadcast {
  readonly source: MediaSink
  /** Its viewers, and the servers that pass it on. */
  readonly audience: Audience
  readonly #options: MoqBroadcastOptions
  readonly #monotonicMs: () => number
  readonly #clock: MediaClock
  readonly #audio: AudioOutput
  readonly #sourceVideo: VideoRendition
  readonly #renditions = new Map<string, VideoRendition>()
  readonly #catalog: Track
  #publishedCatalog = ''
  #firstSampleMs: number | undefined
  #hasEnded = false

  constructor(options: MoqBroadcastOptions) {
    this.#options = options
    this.audience = new Audience(options, (name) => this.#tracks().find((track) => track.name === name))
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.#clock = new MediaClock(options.now)
    const onChange = (track: Track) => this.audience.scheduleSend(track)
    const onCatalogChange = () => this.#updateCatalog()
    this.#catalog = new Track(catalogTrackName, trackInfos.catalog, onChange)
    const offsetMs = (sample: Sample) => this.#clock.offsetMs(sample)
    this.#audio = new AudioOutput({ offsetMs, onChange, onCatalogChange })
    this.#sourceVideo = new VideoRendition({ name: 'source', offsetMs, onChange, onCatalogChange })
    this.#renditions.set('source', this.#sourceVideo)
    this.source = {
      config: (config) => this.#takeConfig(config),
      sample: (sample) => this.#takeSample(sample),
    }
  }

  /** The newest key frame of the source, for a page that shows it before it has a socket; undefined while there is none. */
  get firstPicture(): Uint8Array | undefined {
    return this.#hasEnded ? undefined : this.#sourceVideo.firstPicture
  }

  /** Adds a rendition that is made from the source's video. Its audio is ignored. Throws when the name is taken. */
  addRendition(name: string): MediaSink {
    if (this.#renditions.has(name)) throw new RangeError(`rendition name ${name}`)
    const rendition = new VideoRendition({
      name,
      offsetMs: ({ dtsMs }) => this.#clock.videoOffsetMs(dtsMs),
      onChange: (track) => this.audience.scheduleSend(track),
      onCatalogChange: () => this.#updateCatalog(),
    })
    this.#renditions.set(name, rendition)
    return {
      config: (config) => config.track === 'video' && !this.#hasEnded && rendition.config(config),
      sample: (sample) => sample.track === 'video' && !this.#hasEnded && rendition.sample(sample),
    }
  }

  removeRendition(name: string): void {
    const rendition = this.#renditions.get(name)
    this.#renditions.delete(name)
    rendition?.end()
  }

  /** The encoder is gone and may return: what follows begins with key frames, and later on the timeline. */
  interrupt(): void {
    this.#clock.interrupt()
    this.#audio.interrupt()
    for (const rendition of this.#renditions.values()) rendition.interrupt()
  }

  /** Ends the broadcast and the connections of its viewers. */
  end(code: number, reason: string): void {
    this.#hasEnded = true
    for (const track of this.#tracks()) track.end()
    this.audience.close(code, reason, true)
  }

  #takeConfig(config: TrackConfig): void {
    if (this.#hasEnded) return
    if (config.track === 'video') this.#sourceVideo.config(config)
    else this.#audio.config(config)
  }

  #takeSample(sample: Sample): void {
    if (this.#hasEnded) return
    if (sample.track === 'video') this.#sourceVideo.sample(sample)
    else this.#audio.sample(sample)
    if (this.#publishedCatalog !== '') return
    this.#firstSampleMs ??= this.#monotonicMs()
    this.#updateCatalog()
  }

  #tracks(): Track[] {
    const videos = [...this.#renditions.values()].map(({ track }) => track)
    return [this.#catalog, this.#audio.track, ...videos].filter((track) => track !== undefined)
  }

  /** Publishes the catalog when the source is known, and after every change. */
  #updateCatalog(): void {
    const video = this.#sourceVideo.catalogTrack
    const waitedMs = this.#monotonicMs() - (this.#firstSampleMs ?? this.#monotonicMs())
    const canPublish = video !== undefined || (!this.#sourceVideo.isExpected && waitedMs >= videoPatienceMs)
    if (this.#hasEnded || !canPublish) return
    const videos = [...this.#renditions.values()].map(({ catalogTrack }) => catalogTrack)
    const catalog = hangCatalog([...videos, this.#audio.catalogTrack].filter((track) => track !== undefined))
    if (catalog === this.#publishedCatalog) return
    this.#publishedCatalog = catalog
    const timestampUs = Math.round(this.#options.now() * 1000)
    this.#catalog.startGroup(timestampUs)
    this.#catalog.add(timestampUs, new TextEncoder().encode(catalog))
    this.#catalog.completeGroup()
  }
}
