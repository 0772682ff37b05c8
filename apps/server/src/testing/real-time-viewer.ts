import { realTimePath, realTimeProtocol, realTimeTokenPrefix } from '@waggle/contract/playback/real-time'
import { WebSocket } from 'ws'
import { hello, streamFrame, subscribeRequest } from '../../../../packages/media/src/moq/testing/client-frames.ts'

interface ConnectOptions {
  token?: string | undefined
  /** Where the token is given. */
  tokenIn?: 'protocol' | 'address'
  protocol?: string
  origin?: string
  /** The address that a proxy on this machine reports. */
  address?: string
  cookie?: string
}

/** A frame that means nothing. */
const padding = Uint8Array.of(0)

/** A socket at `/live/{streamId}/moq`, or the status of the refusal. */
export async function connectRealTime(siteUrl: string, streamId: string, options: ConnectOptions = {}) {
  const { token, tokenIn = 'protocol', protocol = realTimeProtocol, origin, address, cookie } = options
  const query = token !== undefined && tokenIn === 'address' ? `?token=${token}` : ''
  const protocols = token !== undefined && tokenIn === 'protocol' ? [protocol, realTimeTokenPrefix + token] : [protocol]
  const socket = new WebSocket(`${siteUrl.replace('http', 'ws')}${realTimePath(streamId)}${query}`, protocols, {
    headers: { ...(origin && { origin }), ...(address && { 'x-forwarded-for': address }), ...(cookie && { cookie }) },
    perMessageDeflate: false,
  })
  const signsOfLife = setInterval(() => socket.readyState === socket.OPEN && socket.send(padding), 5_000)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  void closed.then(() => clearInterval(signsOfLife))
  const firstMessage = new Promise<void>((resolve) => socket.once('message', () => resolve()))
  let receivedBytes = 0
  socket.on('message', (data: Buffer) => {
    receivedBytes += data.length
  })
  const status = await new Promise<number>((resolve, reject) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.once('error', reject)
  })
  return {
    status,
    socket,
    /** Resolves with the WebSocket's close code. */
    closed,
    /** The server serves this viewer. */
    firstMessage,
    protocol: socket.protocol,
    receivedBytes: () => receivedBytes,
    /** Subscribes to a track of the stream. */
    subscribe(track = 'source/1') {
      socket.send(hello())
      socket.send(streamFrame(0, subscribeRequest(0, streamId, track)))
    },
    async leave(): Promise<void> {
      socket.close()
      await closed
    },
  }
}

export type RealTimeViewer = Awaited<ReturnType<typeof connectRealTime>>
