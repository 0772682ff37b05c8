import { isPlausible, isSameConfig, isUsable } from '../../hls/rendition/media-validation.ts'
import type { Sample, VideoConfig } from '../../sample.ts'
import type { Group } from '../tracks/group.ts'
import { Track } from '../tracks/track.ts'
import { concat } from '../wire/concat.ts'
import { type CatalogTrack, type VideoFacts, videoDecoderFields } from './hang-catalog.ts'
import { trackInfos } from './track-infos.ts'
import { VideoFactsMeter } from './video-facts.ts'

interface VideoRenditionOptions {
  name: string
  /** Offset in milliseconds from the sender's clock to the broadcast's timeline; undefined for a sample that has no place in it. */
  offsetMs(sample: Sample): number | undefined
  /** There is something to send. */
  onChange(track: Track): void
  /** The catalog has changed. */
  onCatalogChange(): void
}

interface Current {
  config: VideoConfig
  track: Track
  meter: VideoFactsMeter
}

/** The video of one rendition as a track with a group for every GOP. A new decoder configuration begins a new track. */
export class VideoRendition {
  readonly #options: VideoRenditionOptions
  #nextConfig: VideoConfig | undefined
  #current: Current | undefined
  #trackCount = 0
  #needsKey = true
  #offsetMs: number | undefined
  /** Made once for all who open a page. */
  #firstPicture: { group: Group; bytes: Uint8Array } | undefined

  constructor(options: VideoRenditionOptions) {
    this.#options = options
  }

  /** Undefined until its facts are known. */
  get catalogTrack(): CatalogTrack | undefined {
    const facts: VideoFacts | undefined = this.#current?.meter.facts
    if (this.#current === undefined || facts === undefined) return undefined
    const { config, track } = this.#current
    return { kind: 'video', name: track.name, config, facts }
  }

  /** The newest frame with which a decoder can begin: a line of JSON that says how to decode it, and the frame. */
  get firstPicture(): Uint8Array | undefined {
    const group = this.#current?.track.newest
    const timestampUs = group?.timestampUs(0)
    const frame = group?.encodedFrame(0)
    if (!this.#current || !group || timestampUs === undefined || !frame) return undefined
    if (this.#firstPicture?.group !== group) {
      const facts = { ...videoDecoderFields(this.#current.config), timestampUs }
      const bytes = concat(new TextEncoder().encode(`${JSON.stringify(facts)}\n`), frame.data)
      this.#firstPicture = { group, bytes }
    }
    return this.#firstPicture.bytes
  }

  get track(): Track | undefined {
    return this.#current?.track
  }

  /** True once there is video to wait for. */
  get isExpected(): boolean {
    return this.#nextConfig !== undefined || this.#current !== undefined
  }

  config(config: VideoConfig): void {
    const known = this.#nextConfig ?? this.#current?.config
    if (!isUsable(config) || (known !== undefined && isSameConfig(known, config))) return
    this.#nextConfig = config
    this.#needsKey = true
  }

  sample(sample: Sample): void {
    if (!isPlausible(sample) || (this.#needsKey && !sample.key)) return
    const offsetMs = this.#options.offsetMs(sample)
    if (offsetMs === undefined) return
    // A group has one timeline.
    if (offsetMs !== this.#offsetMs && !sample.key) this.interrupt()
    if (this.#needsKey && !sample.key) return
    this.#offsetMs = offsetMs
    this.#needsKey = false
    this.#applyConfig()
    if (this.#current === undefined) return
    const { track, meter } = this.#current
    const timestampUs = Math.round((sample.ptsMs + offsetMs) * 1000)
    if (sample.key) track.startGroup(timestampUs)
    track.add(timestampUs, sample.data)
    if (meter.add(sample)) this.#options.onCatalogChange()
  }

  /** The encoder is gone, or its media continues elsewhere: the next sample has to be a key frame. */
  interrupt(): void {
    this.#needsKey = true
    this.#current?.track.completeGroup()
  }

  end(): void {
    this.#current?.track.end()
    this.#current = undefined
    this.#nextConfig = undefined
    this.#options.onCatalogChange()
  }

  /** Called at a key frame, where a new configuration begins. */
  #applyConfig(): void {
    const config = this.#nextConfig
    if (config === undefined) return
    this.#nextConfig = undefined
    const previous = this.#current
    previous?.track.end()
    this.#trackCount += 1
    const track = new Track(`${this.#options.name}/${this.#trackCount}`, trackInfos.video, this.#options.onChange)
    this.#current = { config, track, meter: new VideoFactsMeter(previous?.meter.facts) }
    this.#options.onCatalogChange()
  }
}
