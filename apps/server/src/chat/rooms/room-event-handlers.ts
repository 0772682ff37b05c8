import type { ChatStanding } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { JoinAnswer, SocketRefusal } from '@waggle/contract/chat/socket-events'
import { type ErrorCode, errors } from '@waggle/contract/errors'
import { limits } from '@waggle/contract/limits'
import { isUsername } from '@waggle/contract/names'
import { z } from 'zod'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import { sessionOfToken } from '../../http/sessions/sessions.ts'
import type { ChatContext } from '../context.ts'
import { canModerate } from '../moderation/permissions.ts'
import { standingOf } from '../moderation/standings.ts'
import type { ChatSocket } from '../sockets/chat-socket.ts'
import { createKeyCounter } from '../sockets/key-counter.ts'
import { createJoinRateLimit } from './join-rate-limit.ts'
import type { RoomRegistry } from './room-registry.ts'
import type { Subscriber } from './subscriber.ts'

const joinRequest = z.object({
  room: z.string().max(64),
  token: z.string().max(200).nullish(),
  coalesce: z.boolean().optional(),
  alerts: z.boolean().optional(),
})
const leaveRequest = z.union([z.string().max(64), z.object({ room: z.string().max(64) }).transform(({ room }) => room)])
const knownEvents = new Set<string>(['join-room', 'leave-room'])
const violationsMax = 5

interface User {
  session: SessionRow
  standing: ChatStanding
}

/** Handles the two events that a client may send over its socket: joining a room and leaving one. */
export function createRoomEventHandlers(
  context: ChatContext,
  rooms: RoomRegistry,
): (socket: ChatSocket, address: string) => void {
  const socketsPerUser = createKeyCounter()
  const mayJoin = createJoinRateLimit(chatLimits.joinsPerAddressPerSecond, 1000)

  return (socket, address) => {
    /** By channel. */
    const subscriptions = new Map<string, Subscriber>()
    let unknownEvents = 0
    let violations = 0

    socket.onAny((event: string) => {
      if (knownEvents.has(event)) return
      unknownEvents += 1
      if (unknownEvents > chatLimits.unknownEventsMax) socket.disconnect(true)
    })
    socket.on('join-room', (request, answer) => {
      const reply = typeof answer === 'function' ? answer : undefined
      join(request).then(
        (result) => reply?.(result),
        (error) => {
          context.log.error({ error }, 'chat: could not join a room')
          reply?.(refuse('internal'))
        },
      )
    })
    socket.on('leave-room', (request) => {
      const channel = channelOf(leaveRequest.safeParse(request).data)
      if (channel) leave(channel)
    })
    socket.on('disconnect', () => {
      for (const channel of [...subscriptions.keys()]) leave(channel)
    })

    async function join(payload: unknown): Promise<JoinAnswer> {
      const request = joinRequest.safeParse(payload).data
      const channel = channelOf(request?.room)
      if (!request || !channel) return refuseViolation('chat_room_unknown')
      if (!mayJoin(address)) return refuseViolation('rate_limited')
      if (!subscriptions.has(channel) && subscriptions.size >= chatLimits.roomsPerSocket)
        return refuseViolation('chat_too_many_sockets')

      const user = request.token ? await identify(channel, request.token) : undefined
      if (request.token && !user) socket.emit('auth-error', refusalOf('session_invalid'))
      // The socket may have disconnected during the queries.
      if (!socket.connected) return refuse('chat_protocol')
      const sockets = user ? socketsPerUser.get(user.session.username) : 0
      if (!subscriptions.has(channel) && sockets >= chatLimits.socketsPerUser) {
        const refusal = refuseViolation('chat_too_many_sockets')
        disconnectAfterReply()
        return refusal
      }
      const standing = user?.standing ?? null
      subscribe(channel, user, { coalesce: request.coalesce === true, alerts: request.alerts === true })
      if (standing) socket.emit('standing', standing)
      return { ok: true, channel, viewers: rooms.presence.viewersIn(channel).viewers, standing }
    }

    /** Whoever moderates reads the log, so the account must still have the key that opened the session (rule AUTH-24). */
    async function identify(channel: string, token: string): Promise<User | undefined> {
      const session = await sessionOfToken(context, token)
      if (!session) return undefined
      const standing = await standingOf(context.db, channel, session.username, context.now())
      const isValid = !canModerate(standing.role) || (await context.sessionKeys.isValid(session))
      return isValid ? { session, standing } : undefined
    }

    /** Joining a room again, for example after a sign-in, replaces the previous subscription. */
    function subscribe(
      channel: string,
      user: User | undefined,
      options: Pick<Subscriber, 'coalesce' | 'alerts'>,
    ): void {
      const previous = subscriptions.get(channel)
      const subscriber: Subscriber = {
        socket,
        session: user?.session,
        username: user?.session.username,
        role: user?.standing.role ?? 'user',
        ...options,
        endSession() {
          if (subscriptions.get(channel) !== subscriber) return
          subscribe(channel, undefined, options)
          socket.emit('auth-error', refusalOf('session_invalid'))
        },
      }
      subscriptions.set(channel, subscriber)
      if (subscriber.username) socketsPerUser.add(subscriber.username, 1)
      rooms.join(channel, subscriber)
      // Only now: a room that nobody is in forgets which messages it has sent.
      if (previous) drop(channel, previous)
    }

    function leave(channel: string): void {
      const subscriber = subscriptions.get(channel)
      if (!subscriber) return
      subscriptions.delete(channel)
      drop(channel, subscriber)
    }

    function drop(channel: string, subscriber: Subscriber): void {
      if (subscriber.username) socketsPerUser.add(subscriber.username, -1)
      rooms.leave(channel, subscriber)
    }

    function disconnectAfterReply(): void {
      setImmediate(() => socket.disconnect(true))
    }

    function refuseViolation(code: ErrorCode): JoinAnswer {
      violations += 1
      socket.emit('error', refusalOf(code))
      if (violations >= violationsMax) disconnectAfterReply()
      return refuse(code)
    }
  }
}

function channelOf(room: string | undefined): string | undefined {
  if (!room?.startsWith(limits.chatRoomPrefix)) return undefined
  const channel = room.slice(limits.chatRoomPrefix.length)
  return isUsername(channel) ? channel : undefined
}

function refuse(code: ErrorCode): JoinAnswer {
  return { ok: false, ...refusalOf(code) }
}

function refusalOf(code: ErrorCode): SocketRefusal {
  const { message } = errors[code]
  return { code, error: message, message }
}
