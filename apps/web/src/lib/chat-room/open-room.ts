import type { ClientEvents, JoinAnswer, ServerEvents, SocketRefusal } from '@waggle/contract/chat/socket-events'
import { limits } from '@waggle/contract/limits'
import type { Socket } from 'socket.io-client'
import { refusalText } from '../../texts/contract/errors.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { createBackOff } from './back-off.ts'
import type { Room, RoomListener } from './room.ts'

type ChatSocket = Socket<ServerEvents, ClientEvents>

const joinAgainAfterMs = 5000

/** A channel's room over Socket.IO. The library is fetched here, after the panel has been drawn. */
export function openRoom(channel: string, token: string | null, listener: RoomListener): Room {
  let currentToken = token
  let socket: ChatSocket | undefined
  let joinTimer: number | undefined
  let isClosed = false
  const backOff = createBackOff(() => {
    if (socket) socket.connect()
    else void load()
  })

  async function load(): Promise<void> {
    try {
      const { io } = await import('socket.io-client')
      if (isClosed) return
      socket = io({
        // Spec section 7: websocket, then polling; five attempts a second apart.
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionAttempts: limits.socketReconnectionAttempts,
        reconnectionDelay: limits.socketReconnectionDelayMs,
      })
      listen(socket)
    } catch {
      listener.disconnected?.()
      backOff.later()
    }
  }

  function listen(socket: ChatSocket): void {
    socket.on('connect', () => {
      backOff.reset()
      socket.io.reconnection(true)
      join()
    })
    socket.on('disconnect', (reason) => {
      clearTimeout(joinTimer)
      listener.disconnected?.()
      // The library does not come back by itself from a server that sent it away.
      if (reason === 'io server disconnect') backOff.later()
    })
    socket.on('connect_error', () => {
      listener.disconnected?.()
      if (!socket.io.reconnection()) backOff.later()
    })
    socket.io.on('reconnect_failed', () => {
      socket.io.reconnection(false)
      backOff.later()
    })
    socket.on('messages', (batch) => batch.channel === channel && listener.messages?.(batch.messages))
    socket.on('message-deleted', (id) => listener.deleted?.(id))
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
    socket.on('auth-error', (refusal) => listener.refused?.(sentenceOf(refusal, sentences.chat.authFailed)))
    socket.on('error', (refusal) => listener.refused?.(sentenceOf(refusal, sentences.chat.socketError)))
  }

  function join(): void {
    clearTimeout(joinTimer)
    const request = {
      room: `${limits.chatRoomPrefix}${channel}`,
      token: currentToken,
      coalesce: true,
      alerts: listener.followed !== undefined,
    }
    socket?.emit('join-room', request, (answer: JoinAnswer) => {
      if (isClosed) return
      if (answer.ok) listener.joined?.(answer)
      else joinTimer = window.setTimeout(join, joinAgainAfterMs)
    })
  }

  void load()
  return {
    rejoin(token) {
      if (token === currentToken) return
      currentToken = token
      if (socket?.connected) join()
    },
    close() {
      isClosed = true
      clearTimeout(joinTimer)
      backOff.stop()
      socket?.disconnect()
    },
  }
}

function sentenceOf(refusal: Partial<SocketRefusal> | undefined, otherwise: string): string {
  return refusalText(refusal?.code, refusal?.error || refusal?.message || otherwise)
}
