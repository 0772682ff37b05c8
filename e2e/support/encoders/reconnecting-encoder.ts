import { type Encoder, type EncoderOptions, startEncoder } from './encoder.ts'

const restartAfterMs = 500

/** Starts an encoder that reconnects whenever it loses its connection, as broadcasting software does. */
export function startReconnectingEncoder(rtmpUrl: string, streamKey: string, options: EncoderOptions = {}) {
  let isStopped = false
  let encoder: Encoder
  const run = () => {
    encoder = startEncoder(rtmpUrl, streamKey, options)
    encoder.exited.then(() => setTimeout(() => isStopped || run(), restartAfterMs))
  }
  run()
  return {
    /** Kills the running ffmpeg, as a crash would; another one starts soon. */
    kill: () => encoder.kill(),
    async stop(): Promise<void> {
      isStopped = true
      await encoder.kill()
    },
  }
}
