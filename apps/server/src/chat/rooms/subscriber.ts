import type { ChatRole } from '@waggle/contract/chat/entities'
import type { ChatSocket } from '../sockets/chat-socket.ts'

/** One socket's subscription to one room. */
export interface Subscriber {
  socket: ChatSocket
  /** Undefined for a reader who is not signed in. */
  username: string | undefined
  role: ChatRole
  /** Receives messages in batches (`messages`) instead of one event for each. */
  coalesce: boolean
  /** Receives alerts, such as new followers. */
  alerts: boolean
}
