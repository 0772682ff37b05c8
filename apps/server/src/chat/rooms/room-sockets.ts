import type { ChatStanding } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { JoinAnswer, SocketRefusal } from '@waggle/contract/chat/socket-events'
import { type ErrorCode, errors } from '@waggle/contract/errors'
import { limits } from '@waggle/contract/limits'
import { isUsername } from '@waggle/contract/names'
import { z } from 'zod'
import { sessionOfToken } from '../../http/sessions.ts'
import type { ChatContext } from '../context.ts'
import type { Moderation } from '../moderation/moderation.ts'
import { createCounts, createRate } from './counts.ts'
import type { Hub } from './hub.ts'
import type { ChatSocket, Member } from './member.ts'

const joinRequest = z.object({
  room: z.string().max(64),
  token: z.string().max(200).nullish(),
  coalesce: z.boolean().optional(),
  alerts: z.boolean().optional(),
})
const leaveRequest = z.union([z.string().max(64), z.object({ room: z.string().max(64) }).transform(({ room }) => room)])
const knownEvents = new Set<string>(['join-room', 'leave-room'])
const violationsMax = 5

/** What a client may do over its socket: join rooms and leave them. */
export function createRoomSockets(
  context: ChatContext,
  { hub, moderation }: { hub: Hub; moderation: Moderation },
): (socket: ChatSocket, address: string) => void {
  const socketsOf = createCounts()
  const mayJoin = createRate(chatLimits.joinsPerAddressPerSecond, 1000)

  return (socket, address) => {
    const joined = new Map<string, Member>()
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
      for (const channel of [...joined.keys()]) leave(channel)
    })

    async function join(given: unknown): Promise<JoinAnswer> {
      const request = joinRequest.safeParse(given).data
      const channel = channelOf(request?.room)
      if (!request || !channel) return violate('chat_room_unknown')
      if (!mayJoin(address)) return violate('rate_limited')
      if (!joined.has(channel) && joined.size >= chatLimits.roomsPerSocket) return violate('chat_too_many_sockets')

      const session = request.token ? await sessionOfToken(context, request.token) : undefined
      if (request.token && !session) socket.emit('auth-error', refusalOf('session_invalid'))
      const standing = session ? await moderation.standingOf(channel, session.username) : null
      // It may have left while the database was asked.
      if (!socket.connected) return refuse('chat_protocol')
      if (session && !joined.has(channel) && socketsOf.of(session.username) >= chatLimits.socketsPerUser) {
        const refused = violate('chat_too_many_sockets')
        disconnectSoon()
        return refused
      }
      enter(channel, standing, { coalesce: request.coalesce === true, alerts: request.alerts === true })
      if (standing) socket.emit('standing', standing)
      return { ok: true, channel, viewers: hub.presence.inRoom(channel).viewers, standing }
    }

    /** Joining again, such as after a sign-in, replaces the former membership. */
    function enter(channel: string, standing: ChatStanding | null, wants: Pick<Member, 'coalesce' | 'alerts'>): void {
      leave(channel)
      const member: Member = { socket, username: standing?.username, role: standing?.role ?? 'user', ...wants }
      joined.set(channel, member)
      if (member.username) socketsOf.add(member.username, 1)
      hub.join(channel, member)
    }

    function leave(channel: string): void {
      const member = joined.get(channel)
      if (!member) return
      joined.delete(channel)
      if (member.username) socketsOf.add(member.username, -1)
      hub.leave(channel, member)
    }

    /** After the answer has left. */
    function disconnectSoon(): void {
      setImmediate(() => socket.disconnect(true))
    }

    function violate(code: ErrorCode): JoinAnswer {
      violations += 1
      socket.emit('error', refusalOf(code))
      if (violations >= violationsMax) disconnectSoon()
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
