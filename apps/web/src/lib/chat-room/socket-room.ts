import { membersOnlyCloseCode } from '@waggle/contract/admission/entrance'
import type { ClientEvents, JoinAnswer, ServerEvents, SocketRefusal } from '@waggle/contract/chat/socket-events'
import { limits } from '@waggle/contract/limits'
import type { Socket } from 'socket.io-client'
import { refusalText } from '../../texts/contract/errors.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { tellClosed } from '../api/closed-site.ts'
import { loadScript } from '../browser/load-script.ts'
import { serverAddresses } from '../server-addresses.ts'
import { createReconnectTimer } from './reconnect-timer.ts'
import type { RoomListener } from './room.ts'
import type { JoinedRoom } from './share-rooms.ts'

type ChatSocket = Socket<ServerEvents, ClientEvents>

const rejoinAfterMs = 5000

/** Joins a channel's room over a socket of its own. Socket.IO is fetched only here, after the first render. */
export function openSocketRoom(channel: string, token: string | null, listener: RoomListener): JoinedRoom {
  const room = `${limits.chatRoomPrefix}${channel}`
  let currentToken = token
  let socket: ChatSocket | undefined
  let joinTimer: number | undefined
  let isClosed = false
  const reconnect = createReconnectTimer(() => {
    if (socket) socket.connect()
    else void load()
  })

  async function load(): Promise<void> {
    try {
      const { io } = await loadScript(() => import('socket.io-client'))
      if (isClosed) return
      socket = io(serverAddresses.chat || location.origin, {
        // Rules SOCKET-1 and SOCKET-6: websocket, then polling; five attempts a second apart.
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionAttempts: limits.socketReconnectionAttempts,
        reconnectionDelay: limits.socketReconnectionDelayMs,
      })
      listen(socket)
    } catch {
      listener.disconnected?.()
      reconnect.schedule()
    }
  }

  function listen(socket: ChatSocket): void {
    socket.on('connect', () => {
      reconnect.reset()
      socket.io.reconnection(true)
      join()
    })
    socket.on('disconnect', (reason, details) => {
      if (closeCodeOf(details) === membersOnlyCloseCode) tellClosed()
      clearTimeout(joinTimer)
      listener.disconnected?.()
      // Socket.IO does not reconnect by itself after the server has disconnected it.
      if (reason === 'io server disconnect') reconnect.schedule()
    })
    socket.on('connect_error', () => {
      listener.disconnected?.()
      if (!socket.io.reconnection()) reconnect.schedule()
    })
    socket.io.on('reconnect_failed', () => {
      socket.io.reconnection(false)
      reconnect.schedule()
    })
    socket.on('messages', (batch) => batch.channel === channel && listener.messages?.(batch.messages))
    socket.on('message-deleted', (id) => listener.deleted?.(id))
    socket.on('user-messages-deleted', (deletion) => deletion.channel === channel && listener.deletedOf?.(deletion))
    socket.on('messages-restored', (batch) => batch.channel === channel && listener.restored?.(batch.messages))
    socket.on('chat-cleared', (cleared) => cleared.channel === channel && listener.clearedUpTo?.(cleared.upTo))
    socket.on('config-changed', (config) => config.channel === channel && listener.configured?.(config))
    socket.on('presence', (presence) => presence.channel === channel && listener.viewers?.(presence.viewers))
    socket.on('standing', (standing) => standing.channel === channel && listener.standing?.(standing))
    socket.on('user-moderated', (change) => change.channel === channel && listener.moderated?.(change))
    socket.on('log-entry', (entry) => entry.channel === channel && listener.logged?.(entry))
    socket.on('channel-changed', (changed) => changed.username === channel && listener.channelChanged?.(changed))
    socket.on('tip', (tip) => tip.channel === channel && listener.tipped?.(tip))
    socket.on('new-follower', (follower) => follower.channel === channel && listener.followed?.(follower))
    socket.on('overlay-changed', (changed) => changed.channel === channel && listener.overlayChanged?.())
    socket.on('auth-error', (refusal) => passOn(refusal, sentences.chat.authFailed))
    socket.on('error', (refusal) => passOn(refusal, sentences.chat.socketError))
  }

  function passOn(refusal: Partial<SocketRefusal> | undefined, otherwise: string): void {
    const { code, error, message } = refusal ?? {}
    listener.refused?.(refusalText(code, error || message || otherwise), code)
  }

  function join(): void {
    clearTimeout(joinTimer)
    const request = {
      room,
      token: currentToken,
      coalesce: true,
      alerts: listener.followed !== undefined,
    }
    socket?.emit('join-room', request, (answer: JoinAnswer) => {
      if (isClosed) return
      if (answer.ok) listener.joined?.(answer)
      else joinTimer = window.setTimeout(join, rejoinAfterMs)
    })
  }

  void load()
  return {
    joinAgain() {
      if (socket?.connected) join()
    },
    rejoin(token) {
      if (token === currentToken) return
      currentToken = token
      if (socket?.connected) join()
    },
    close() {
      isClosed = true
      clearTimeout(joinTimer)
      reconnect.stop()
      // While disconnected the packet would only be queued, and the server has ended the room's subscription already.
      if (socket?.connected) socket.emit('leave-room', { room })
      socket?.disconnect()
    },
  }
}

/** Socket.IO passes the close event of a WebSocket on. */
function closeCodeOf(details: unknown): number | undefined {
  return (details as { context?: Partial<CloseEvent> } | undefined)?.context?.code
}
