import { realTimePath, realTimeProtocol, realTimeTokenPrefix } from '@waggle/contract/playback/real-time'
import { WebSocket } from 'ws'
import { hello, join, streamFrame, subscribeRequest } from '../../packages/media/src/moq/testing/client-frames.ts'
import { answerPing, wide } from '../support/viewers/real-time-ping.ts'

export interface RealTimeLoad {
  watching: number
  /** Why sockets were refused or closed, by close code or error. */
  ended: Map<string, number>
  bytes: number
  /** The longest time without a message at each viewer that stayed. */
  longestSilencesMs: number[]
}

const atOnce = 25

/** Watches a broadcast over as many sockets as the site gives. All show the same token, because an address gets few. */
export async function watchInRealTime(
  site: URL,
  { streamId, token, viewers, measureMs }: { streamId: string; token: string; viewers: number; measureMs: number },
): Promise<RealTimeLoad> {
  const load: RealTimeLoad = { watching: 0, ended: new Map(), bytes: 0, longestSilencesMs: [] }
  const sockets = new Map<WebSocket, { lastMs: number; longestMs: number }>()
  const address = new URL(realTimePath(streamId), site)
  address.protocol = site.protocol === 'https:' ? 'wss:' : 'ws:'

  const openOne = () =>
    new Promise<void>((resolve) => {
      const socket = new WebSocket(address, [realTimeProtocol, realTimeTokenPrefix + token], {
        perMessageDeflate: false,
      })
      const seen = { lastMs: performance.now(), longestMs: 0 }
      const end = (why: string) => {
        if (isOver || !sockets.delete(socket)) return
        load.ended.set(why, (load.ended.get(why) ?? 0) + 1)
      }
      sockets.set(socket, seen)
      socket.on('message', (data: Buffer) => {
        const nowMs = performance.now()
        seen.longestMs = Math.max(seen.longestMs, nowMs - seen.lastMs)
        seen.lastMs = nowMs
        load.bytes += data.length
        answerPing(socket, data)
      })
      socket.on('error', (error) => {
        end(error.message)
        resolve()
      })
      socket.on('close', (code) => {
        end(`closed with ${code}`)
        resolve()
      })
      socket.on('open', () => {
        socket.send(hello(wide))
        for (const [index, track] of ['source/1', 'audio/1'].entries()) {
          socket.send(streamFrame(4 * index, join(subscribeRequest(index, streamId, track))))
        }
        resolve()
      })
    })

  let isOver = false
  for (let opened = 0; opened < viewers; opened += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, viewers - opened) }, openOne))
  }
  load.bytes = 0
  for (const seen of sockets.values()) Object.assign(seen, { lastMs: performance.now(), longestMs: 0 })
  await new Promise((resolve) => setTimeout(resolve, measureMs))
  const endMs = performance.now()
  isOver = true
  load.watching = sockets.size
  load.longestSilencesMs = [...sockets.values()].map(({ lastMs, longestMs }) => Math.max(longestMs, endMs - lastMs))
  for (const socket of sockets.keys()) socket.terminate()
  return load
}
