import type { ToWorklet } from '../messages.ts'
import type { SoundTrack } from '../receiving/catalog.ts'
import type { TrackFeed } from '../receiving/track-feed.ts'
import type { SoundBlock } from '../sound/sample-ring.ts'
import type { ArrivalOffsets } from '../timing/arrival-offsets.ts'
import type { Playout } from '../timing/playout.ts'
import { ownTime, type PlayoutSegment } from '../timing/playout-clock.ts'
import { SoundTime } from '../timing/sound-time.ts'
import { SoundTrackPlayer } from './sound-track-player.ts'

interface SoundSourceOptions {
  playout: Playout
  offsets: ArrivalOffsets
  onFailure(): void
  nowMs(): number
}

interface Playing {
  player: SoundTrackPlayer
  feed: TrackFeed
}

/** The sound of the broadcast. While the page can make sound, its hardware's clock is the clock of the playback. */
export class SoundSource {
  readonly #options: SoundSourceOptions
  readonly #time = new SoundTime()
  #current: Playing | undefined
  #previous: Playing | undefined
  #worklet: { port: MessagePort; sampleRateHz: number } | undefined
  #isHeard = false
  #sent: PlayoutSegment | undefined
  #endMs = Number.NEGATIVE_INFINITY

  constructor(options: SoundSourceOptions) {
    this.#options = options
  }

  get track(): SoundTrack | undefined {
    return this.#current?.player.track
  }

  /** Changes to a track. The old one is heard until the new one has begun; what both have is heard once. */
  play(track: SoundTrack, feed: TrackFeed): void {
    this.#close(this.#previous)
    this.#previous = this.#current
    const { onFailure } = this.#options
    const player: SoundTrackPlayer = new SoundTrackPlayer(track, {
      onSound: (block, endMs) => this.#takeSound(player, block, endMs),
      onFailure,
    })
    this.#current = { player, feed }
    feed.take((frame) => player.push(frame))
  }

  stop(): void {
    this.#close(this.#previous)
    this.#close(this.#current)
    this.#previous = undefined
    this.#current = undefined
  }

  setWorklet(port: MessagePort, sampleRateHz: number): void {
    this.#worklet = { port, sampleRateHz }
  }

  /** What is heard at a moment; both are milliseconds. */
  heard(heardMs: number, atMs: number, leadMs: number): void {
    const { playout, nowMs } = this.#options
    if (!this.#isHeard) this.#time.restart()
    this.#time.record(heardMs, atMs)
    playout.setSoundLead(leadMs)
    if (this.#isHeard) return
    this.#isHeard = true
    this.#sent = undefined
    playout.clock.setBase(this.#time, playout.effectiveAt(nowMs()))
  }

  /** The page cannot make sound, so the worker's own clock goes on. */
  silence(): void {
    if (!this.#isHeard) return
    this.#isHeard = false
    const { playout, nowMs } = this.#options
    playout.setSoundLead(0)
    playout.clock.setBase(ownTime, nowMs())
  }

  /** Tells the worklet of a change of the clock. */
  followClock(): void {
    const { segment } = this.#options.playout.clock
    if (!this.#isHeard || this.#worklet === undefined || segment === undefined || segment === this.#sent) return
    this.#sent = segment
    const frame = Math.round((segment.baseMs * this.#worklet.sampleRateHz) / 1000)
    this.#post({ type: 'segment', frame, mediaMs: segment.mediaMs, rate: segment.rate })
  }

  #takeSound(player: SoundTrackPlayer, block: SoundBlock, endMs: number): void {
    if (player === this.#current?.player) {
      this.#close(this.#previous)
      this.#previous = undefined
    } else if (player !== this.#previous?.player) return
    const { playout, offsets, nowMs } = this.#options
    // Sound that was sent twice says nothing about the network.
    if (endMs > this.#endMs) {
      offsets.record(block.startMs, nowMs())
      playout.soundReady(endMs)
      this.#endMs = endMs
    }
    if (this.#isHeard)
      this.#post(
        { type: 'sound', block },
        block.channels.map(({ buffer }) => buffer as ArrayBuffer),
      )
  }

  #post(message: ToWorklet, transfer: Transferable[] = []): void {
    this.#worklet?.port.postMessage(message, transfer)
  }

  #close(playing: Playing | undefined): void {
    playing?.player.close()
    playing?.feed.close()
  }
}
