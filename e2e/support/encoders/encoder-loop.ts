import { type Encoder, type EncoderOptions, startEncoder } from './encoder.ts'

const restartAfterMs = 500

/** An encoder that connects again whenever it loses its connection, as broadcasting software does. */
export function startEncoderLoop(rtmpUrl: string, streamKey: string, options: EncoderOptions = {}) {
  let isStopped = false
  let encoder: Encoder
  const run = () => {
    encoder = startEncoder(rtmpUrl, streamKey, options)
    encoder.exited.then(() => setTimeout(() => isStopped || run(), restartAfterMs))
  }
  run()
  return {
    /** Ends the running one like a crash; the next follows. */
    kill: () => encoder.kill(),
    async stop(): Promise<void> {
      isStopped = true
      await encoder.kill()
    },
  }
}
