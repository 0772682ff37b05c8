import {
  aacFrame,
  aacHeader,
  audioMessage,
  avcFrame,
  avcHeader,
  videoMessage,
} from '../../../../packages/media/src/rtmp/testing/media-messages.ts'
import { connectTestPublisher } from '../../../../packages/media/src/rtmp/testing/publisher-client.ts'

const frameMs = 100
const framesPerGroup = 20
const audioFrameMs = (1024 / 44_100) * 1000

/** An encoder with 10 frames a second, a key frame every 2 s, and sound. It sends media as fast as the test asks for it. */
export async function connectEncoder(rtmpPort: number, streamKey: string, app = 'live') {
  const publisher = await connectTestPublisher(rtmpPort, { chunkSizeBytes: 4096 })
  const answer = await publisher.publish(app, streamKey)
  let frames = 0
  let trickle: NodeJS.Timeout | undefined
  let audioFrames = 0

  function sendHeaders(): void {
    publisher.send(videoMessage(avcHeader()), 6)
    publisher.send(audioMessage(aacHeader()), 4)
  }
  if (answer.code === 'NetStream.Publish.Start') sendHeaders()

  function send(seconds: number): void {
    const untilFrame = frames + Math.round((seconds * 1000) / frameMs)
    for (; frames < untilFrame; frames += 1) {
      const timestampMs = frames * frameMs
      while (audioFrames * audioFrameMs <= timestampMs) {
        publisher.send(audioMessage(aacFrame(), Math.round(audioFrames * audioFrameMs)), 4)
        audioFrames += 1
      }
      publisher.send(videoMessage(avcFrame(frames % framesPerGroup === 0, 0, 1000), timestampMs), 6)
    }
  }

  return {
    answer,
    whenClosed: publisher.whenClosed,
    /** Whether the server has sent this text. */
    wasTold: (text: string) => publisher.received.some(({ payload }) => Buffer.from(payload).includes(text)),
    /** Sends the next seconds of the broadcast: whole GOPs if the number is even. */
    send,
    /** Sends a little every second from now on, so that the server never takes it for gone, however long the test takes. */
    neverFallSilent(): void {
      trickle ??= setInterval(() => send(0.2), 1000)
    },
    /** Stops as an encoder's Stop button does. */
    async finish(): Promise<void> {
      clearInterval(trickle)
      publisher.call('deleteStream', 4, null, 1)
      await publisher.whenClosed
    },
    /** Disconnects without ending the stream. */
    async close(): Promise<void> {
      clearInterval(trickle)
      await publisher[Symbol.asyncDispose]()
    },
  }
}

export type TestEncoder = Awaited<ReturnType<typeof connectEncoder>>
