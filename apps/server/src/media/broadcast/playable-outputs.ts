import type { HlsStream } from '@waggle/media/hls/hls-stream'
import type { MoqBroadcast } from '@waggle/media/moq/broadcast/moq-broadcast'
import type { MediaSink } from '@waggle/media/sample'

/** Where renditions are added for viewers. */
export interface PlayableOutputs extends Pick<HlsStream, 'isReady' | 'info' | 'removeRendition'> {
  /** Throws when the name is taken. */
  addRendition(name: string): MediaSink
}

/** LL-HLS and, where it is on, real time: every rendition is added to both. */
export function bothOutputs(hls: HlsStream, realTime: MoqBroadcast | undefined): PlayableOutputs {
  if (realTime === undefined) return hls
  return {
    get isReady() {
      return hls.isReady
    },
    info: () => hls.info(),
    addRendition(name) {
      const sinks: MediaSink[] = [realTime.addRendition(name), hls.addRendition(name)]
      return {
        config(config) {
          for (const sink of sinks) sink.config(config)
        },
        sample(sample) {
          for (const sink of sinks) sink.sample(sample)
        },
      }
    },
    removeRendition(name) {
      realTime.removeRendition(name)
      hls.removeRendition(name)
    },
  }
}
