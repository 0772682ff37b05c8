import type { ReceivedFrame } from '@waggle/media/moq/client/group-reader'
import type { Connection } from './connection.ts'
import { type MediaFrame, sampleOf } from './media-frame.ts'

/** hang's priorities (`catalog/priority`): sound before video, because a gap in it is noticed more. */
export const priorities = { catalog: 100, sound: 80, video: 60 } as const

interface TrackFeedOptions {
  priority: number
  onFrame(): void
  /** The server has skipped frames, because this viewer is too far behind. */
  onSkipped(): void
  nowMs(): number
}

/** One subscription to a track of media. Frames wait until somebody takes them: a track is requested before its decoder is known. */
export class TrackFeed {
  readonly name: string
  readonly #cancel: () => void
  #waiting: MediaFrame[] = []
  #take: ((frame: MediaFrame) => void) | undefined
  #hasEnded = false

  constructor(connection: Connection, name: string, { priority, onFrame, onSkipped, nowMs }: TrackFeedOptions) {
    this.name = name
    this.#cancel = connection.subscribe(name, priority, {
      frame: (received) => {
        onFrame()
        this.#receive(received, nowMs())
      },
      ended: () => {
        this.#hasEnded = true
      },
      skipped: onSkipped,
    })
  }

  /** True when nothing more comes. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Passes every frame on, beginning with those that have waited. Their data is valid during the call. */
  take(take: (frame: MediaFrame) => void): void {
    this.#take = take
    for (const frame of this.#waiting.splice(0)) take(frame)
  }

  close(): void {
    this.#take = undefined
    this.#waiting = []
    this.#cancel()
  }

  #receive({ index, timestampUs, payload }: ReceivedFrame, arrivedAtMs: number): void {
    const frame = { isKey: index === 0, timestampUs, data: sampleOf(payload), arrivedAtMs }
    if (this.#take) this.#take(frame)
    else this.#waiting.push({ ...frame, data: frame.data.slice() })
  }
}
