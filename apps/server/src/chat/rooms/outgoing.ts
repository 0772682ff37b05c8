import type { ServerEvents } from '@waggle/contract/chat/socket-events'
import { textFrame } from './text-frame.ts'

/** Events for many sockets: written out once, as frames and as what Socket.IO takes where frames cannot go. */
export interface Outgoing {
  frames: Buffer
  events: { name: keyof ServerEvents; payload: unknown }[]
}

export function outgoing(events: Outgoing['events']): Outgoing {
  // '4' is Engine.IO's message, '2' Socket.IO's event in the main namespace (socket.io-protocol, 'Packet encoding').
  const frames = events.map(({ name, payload }) => textFrame(`42${JSON.stringify([name, payload])}`))
  return { frames: frames.length === 1 ? frames[0]! : Buffer.concat(frames), events }
}
