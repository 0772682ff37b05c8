import type { RtmpMessage } from '@waggle/media/rtmp/chunks/message'
import { connectTestPublisher } from '../../../packages/media/src/rtmp/testing/publisher-client.ts'

export interface PacedPublisher {
  stop(): Promise<void>
}

/** Publishes encoded messages at the pace of their timestamps: Debian's ffmpeg cannot send Enhanced RTMP itself. */
export async function publishPaced(
  rtmpUrl: string,
  streamKey: string,
  messages: readonly RtmpMessage[],
): Promise<PacedPublisher> {
  const publisher = await connectTestPublisher(Number(new URL(rtmpUrl).port), { chunkSizeBytes: 4096 })
  const { code, description } = await publisher.publish('live', streamKey)
  if (code !== 'NetStream.Publish.Start') throw new Error(String(description))
  const startedMs = performance.now()
  let next = 0
  const timer = setInterval(() => {
    for (; next < messages.length; next += 1) {
      const message = messages[next]
      if (message === undefined || message.timestampMs > performance.now() - startedMs) return
      publisher.send(message, message.type)
    }
  }, 10)
  return {
    async stop() {
      clearInterval(timer)
      await publisher[Symbol.asyncDispose]()
    },
  }
}
