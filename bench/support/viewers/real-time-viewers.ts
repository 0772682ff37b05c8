import { realTimePath, realTimeProtocol, realTimeTokenPrefix } from '@waggle/contract/playback/real-time'
import { WebSocket } from 'ws'
import { hello, join, streamFrame, subscribeRequest } from '../../../packages/media/src/moq/testing/client-frames.ts'
import { serveRequests } from '../servers/bench-child.ts'
import { clockMark } from './clock-mark.ts'
import { answerPing, wide } from './real-time-ping.ts'

/** Viewers that grant all credit at once, and read the time and number in every picture. They run in a process of their own. */

export interface RealTimeReport {
  /** From the encoder's send to the viewer's receive, in milliseconds. */
  delays: number[]
  pictures: number
  lost: number
  bytes: number
  closed: number
}

let report: RealTimeReport = emptyReport()
/** How many connections are opened at a time. */
const atOnce = 25
serveRequests({ port: 0 }, async (request) => {
  if (request.kind === 'open') {
    const { site, streamId, token, count } = request as unknown as Record<string, string> & { count: number }
    for (let opened = 0; opened < count; opened += atOnce) {
      await Promise.all(
        Array.from({ length: Math.min(atOnce, count - opened) }, () =>
          open(String(site), String(streamId), String(token)),
        ),
      )
    }
    return null
  }
  const taken = report
  report = emptyReport()
  return taken
})

function emptyReport(): RealTimeReport {
  return { delays: [], pictures: 0, lost: 0, bytes: 0, closed: 0 }
}

async function open(site: string, streamId: string, token: string): Promise<void> {
  const address = site.replace('http', 'ws') + realTimePath(streamId)
  const socket = new WebSocket(address, [realTimeProtocol, realTimeTokenPrefix + token], { perMessageDeflate: false })
  let last: number | undefined
  socket.on('message', (data: Buffer) => {
    report.bytes += data.length
    answerPing(socket, data)
    const mark = data.indexOf(clockMark)
    if (mark < 0) return
    const number = data.readUInt32BE(mark + clockMark.length)
    report.delays.push(Date.now() - Number(data.readBigUInt64BE(mark + clockMark.length + 4)))
    report.pictures += 1
    if (last !== undefined) report.lost += number - last - 1
    last = number
  })
  socket.on('close', () => {
    report.closed += 1
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(hello(wide))
  for (const [index, track] of ['source/1', 'audio/1'].entries()) {
    socket.send(streamFrame(4 * index, join(subscribeRequest(index, streamId, track))))
  }
}
