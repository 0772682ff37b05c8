import * as Moq from '@moq/net'
import Session from '@moq/qmux'
import { vi } from 'vitest'
import type { Audience } from '../viewer/audience.ts'
import { createSocketPair, type Joined, type SocketPair } from './socket-pair.ts'

export const protocol = 'qmux-02.moq-lite-05'

/** A broadcast, of this server or of another one. */
interface Watched {
  audience: Audience
}

/** Joins a broadcast without a client behind the socket. */
export function joinRaw({ audience }: Watched): Joined {
  const socket = createSocketPair()
  const joined: Omit<Joined, 'viewer'> & { viewer?: Joined['viewer'] } = { socket, closed: undefined }
  joined.viewer = audience.join(socket.transport, (violation) => {
    joined.closed = { violation }
  })
  return joined as Joined
}

/** Joins a broadcast with the client of the published packages. */
export async function joinWithPeer(broadcast: Watched) {
  // The package reports every step.
  vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  const joined = joinRaw(broadcast)
  const session = new Session(webSocketStream(joined.socket, joined))
  await session.ready
  const connection = await Moq.Connection.connect(new URL('http://peer.test/'), {
    transport: session as unknown as WebTransport,
  })
  return Object.assign(joined, { connection, session })
}

export type Peer = Awaited<ReturnType<typeof joinWithPeer>>

/** The client's end as a WebSocketStream, which the package accepts in place of a socket. */
function webSocketStream(socket: SocketPair, { viewer }: Joined) {
  const closed = Promise.withResolvers<{ closeCode: number; reason: string }>()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const readable = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started
    },
  })
  for (const message of socket.messages.splice(0)) controller?.enqueue(message)
  socket.onMessage = (message) => controller?.enqueue(message)
  // The close event of a WebSocket comes after the messages before it were handled.
  socket.onClose = () => setImmediate(() => closed.resolve({ closeCode: socket.closeCode ?? 1006, reason: '' }))
  const writable = new WritableStream<Uint8Array>({ write: (message) => viewer.receive(message) })
  return {
    url: 'ws://peer.test/',
    opened: Promise.resolve({ readable, writable, extensions: '', protocol }),
    closed: closed.promise,
    close: () => viewer.disconnected(),
  }
}

/** The frames of a group until it ends: timestamp in microseconds and bytes. */
export async function readGroup(group: {
  readFrame(): Promise<{ payload: Uint8Array; timestamp: Moq.Time.Timestamp } | undefined>
}) {
  const frames: { timestampUs: number; payload: Uint8Array }[] = []
  for (let frame = await group.readFrame(); frame; frame = await group.readFrame()) {
    frames.push({ timestampUs: frame.timestamp.as(Moq.Time.Timescale(1_000_000)), payload: frame.payload })
  }
  return frames
}
