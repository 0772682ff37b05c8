import type { ServerEvents } from '@waggle/contract/chat/socket-events'
import { textFrame } from './text-frame.ts'

/** Events for many sockets, encoded once. */
export interface EncodedEvents {
  /** The WebSocket frames of all events, ready for a TCP socket. */
  frames: Buffer
  /** The same events for sockets that have to receive them through Socket.IO. */
  events: { name: keyof ServerEvents; payload: unknown }[]
}

export function encodeEvents(events: EncodedEvents['events']): EncodedEvents {
  // '4' is Engine.IO's message, '2' Socket.IO's event in the main namespace (socket.io-protocol, 'Packet encoding').
  const frames = events.map(({ name, payload }) => textFrame(`42${JSON.stringify([name, payload])}`))
  return { frames: frames.length === 1 ? frames[0]! : Buffer.concat(frames), events }
}
