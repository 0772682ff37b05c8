import type { VideoTrack } from '../receiving/catalog.ts'
import type { TrackFeed } from '../receiving/track-feed.ts'
import type { ArrivalOffsets } from '../timing/arrival-offsets.ts'
import type { Playout } from '../timing/playout.ts'
import type { PictureQueue } from './picture-queue.ts'
import { VideoTrackPlayer } from './video-track-player.ts'

interface VideoSourceOptions {
  pictures: PictureQueue<VideoFrame>
  playout: Playout
  offsets: ArrivalOffsets
  /** Pictures of this track are shown from now on. */
  onTrack(track: VideoTrack): void
  onFailure(): void
  nowMs(): number
}

interface Playing {
  player: VideoTrackPlayer
  feed: TrackFeed
}

/** The pictures of the broadcast. A change of track is not seen: the old one is shown until the new one has pictures for the same moment. */
export class VideoSource {
  readonly #options: VideoSourceOptions
  #current: Playing | undefined
  #next: Playing | undefined
  #skipped = 0

  constructor(options: VideoSourceOptions) {
    this.#options = options
  }

  /** The track that is shown, or will be. */
  get track(): VideoTrack | undefined {
    return (this.#next ?? this.#current)?.player.track
  }

  /** Frames that were never decoded. */
  get skipped(): number {
    return this.#skipped + (this.#current?.player.skipped ?? 0)
  }

  /** Changes to a track. */
  play(track: VideoTrack, feed: TrackFeed): void {
    this.#close(this.#next)
    const { pictures, playout, onFailure, nowMs } = this.#options
    const player: VideoTrackPlayer = new VideoTrackPlayer(track, {
      waitingPictures: () => pictures.length,
      positionMs: () => playout.clock.mediaAt(nowMs()),
      onPicture: (picture, readyAtMs) => this.#takePicture(player, picture, readyAtMs),
      onFailure,
      nowMs,
    })
    this.#next = { player, feed }
    feed.take((frame) => {
      playout.pictureArrived(frame.timestampUs / 1000)
      player.push(frame)
    })
  }

  /** A picture was shown: the decoder may go on. */
  feed(): void {
    this.#current?.player.feed()
    this.#next?.player.feed()
  }

  stop(): void {
    this.#close(this.#current)
    this.#close(this.#next)
    this.#current = undefined
    this.#next = undefined
  }

  #takePicture(player: VideoTrackPlayer, picture: VideoFrame, readyAtMs: number): void {
    if (player === this.#next?.player && !this.#takeOver(this.#next, picture.timestamp)) {
      picture.close()
      return
    }
    if (player !== this.#current?.player) {
      picture.close()
      return
    }
    const { pictures, playout, offsets } = this.#options
    const timestampMs = picture.timestamp / 1000
    offsets.record(timestampMs, readyAtMs)
    playout.pictureReady(timestampMs)
    pictures.add(picture)
    // The first picture is shown at once, whenever its moment was.
    if (!pictures.hasShown) pictures.showDue(Number.POSITIVE_INFINITY)
  }

  #takeOver(next: Playing, timestampUs: number): boolean {
    const { pictures, playout, onTrack, nowMs } = this.#options
    const positionMs = playout.clock.mediaAt(nowMs())
    const isEarly = pictures.hasShown && positionMs !== undefined && timestampUs / 1000 <= positionMs
    if (isEarly && this.#current !== undefined) return false
    this.#close(this.#current)
    this.#current = next
    this.#next = undefined
    pictures.dropFrom(timestampUs)
    onTrack(next.player.track)
    return true
  }

  #close(playing: Playing | undefined): void {
    if (playing === undefined) return
    this.#skipped += playing.player.skipped
    playing.player.close()
    playing.feed.close()
  }
}
