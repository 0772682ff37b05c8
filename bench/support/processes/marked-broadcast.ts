import {
  aacFrame,
  aacHeader,
  audioMessage,
  avcFrame,
  avcHeader,
  videoMessage,
} from '../../../packages/media/src/rtmp/testing/media-messages.ts'
import { connectTestPublisher } from '../../../packages/media/src/rtmp/testing/publisher-client.ts'
import { clockMark } from '../viewers/clock-mark.ts'

export const framesPerSecond = 30
const framesPerGroup = 60
const audioFrameMs = (1024 / 44_100) * 1000

/** Broadcasts pictures with their number and the time in them, and sound, at their own pace. Returns how to stop. */
export async function broadcastMarked(rtmpUrl: string, pictureBytes: number): Promise<() => void> {
  const url = new URL(rtmpUrl)
  const publisher = await connectTestPublisher(Number(url.port), { chunkSizeBytes: 65_536 })
  await publisher.publish('live', url.pathname.split('/').at(-1) ?? '')
  publisher.send(videoMessage(avcHeader()), 6)
  publisher.send(audioMessage(aacHeader()), 4)
  const startedMs = performance.now()
  let pictures = 0
  let sounds = 0
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedMs
    for (; sounds * audioFrameMs <= elapsedMs; sounds += 1) {
      publisher.send(audioMessage(aacFrame(180), Math.round(sounds * audioFrameMs)), 4)
    }
    for (; (pictures * 1000) / framesPerSecond <= elapsedMs; pictures += 1) {
      const frame = avcFrame(pictures % framesPerGroup === 0, 0, pictureBytes)
      const mark = frame.length - 100
      clockMark.copy(frame, mark)
      frame.writeUInt32BE(pictures, mark + clockMark.length)
      frame.writeBigUInt64BE(BigInt(Date.now()), mark + clockMark.length + 4)
      publisher.send(videoMessage(frame, Math.round((pictures * 1000) / framesPerSecond)), 6)
    }
  }, 3)
  return () => clearInterval(timer)
}
