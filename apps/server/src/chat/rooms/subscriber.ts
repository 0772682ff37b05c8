import type { ChatRole } from '@waggle/contract/chat/entities'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import type { ChatSocket } from '../sockets/chat-socket.ts'

/** One socket's subscription to one room. */
export interface Subscriber {
  socket: ChatSocket
  /** Session and username are undefined for a reader who is not signed in. */
  session: SessionRow | undefined
  username: string | undefined
  role: ChatRole
  /** Receives messages in batches (`messages`) instead of one event for each. */
  coalesce: boolean
  /** Receives alerts, such as new followers. */
  alerts: boolean
  /** Call when the session has ended: the socket is told, and stays as that of a reader who is not signed in (rule AUTH-25). */
  endSession(): void
}
