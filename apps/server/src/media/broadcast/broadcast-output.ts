import type { MediaSink } from '@waggle/media/sample'

/** An output of a broadcast besides its source rendition. It may lag or fail, and never delays the others. */
export interface BroadcastOutput extends MediaSink {
  /** The encoder is gone. Media that follows comes from another connection. */
  handleEncoderLoss(): void
  /** The broadcast is over or the process ends: stops child processes and timers. */
  stop(): void
}
