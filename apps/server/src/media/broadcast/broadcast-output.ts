import type { MediaSink } from '@waggle/media/sample'

/** What else takes a broadcast's media, beside its source rendition. It may lag or fail, and never holds the others up. */
export interface BroadcastOutput extends MediaSink {
  /** The encoder is gone; another one may follow. */
  interrupt(): void
  /** The broadcast is over, or the process ends: leaves nothing behind. */
  stop(): void
}
