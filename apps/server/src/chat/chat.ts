import type { FastifyInstance } from 'fastify'
import { requireSessionOf } from '../http/sessions/sessions.ts'
import { startPeriodicTask } from '../lib/periodic-task.ts'
import type { ChatContext } from './context.ts'
import { throttleFloods } from './floods/flood-throttle.ts'
import { createModeration } from './moderation/moderation.ts'
import { createModerationTransactions } from './moderation/moderation-transaction.ts'
import { createRevert } from './moderation/revert.ts'
import { enforceRetention } from './retention.ts'
import { createRoomEventHandlers } from './rooms/room-event-handlers.ts'
import { createRoomRegistry } from './rooms/room-registry.ts'
import { watchSessions } from './rooms/session-watch.ts'
import { messageRoutes } from './routes/message-routes.ts'
import { moderationRoutes } from './routes/moderation-routes.ts'
import { createMessageSender } from './sending/message-sender.ts'
import { createMessageWriter } from './sending/message-writer.ts'
import { openSocketServer } from './sockets/socket-server.ts'
import { startTipMessages } from './tip-messages.ts'

const retentionIntervalMs = 10 * 60_000

/** A running chat role. */
export interface Chat {
  /** Open sockets of this process. */
  socketCount(): number
  /** Sends the sockets to other processes, spread over this time, and takes no more. */
  move(withinMs: number): Promise<void>
  /** Messages that wait to be committed. */
  waitingMessages(): number
  close(): Promise<void>
}

/** Starts the chat role: routes under `/api/chat`, sockets at `/socket.io`. */
export async function startChat(http: FastifyInstance, context: ChatContext): Promise<Chat> {
  const rooms = createRoomRegistry(context)
  const writer = createMessageWriter(context)
  const sendMessage = createMessageSender(context, { rooms, writer })
  const runModeration = createModerationTransactions(context, rooms)
  const moderation = createModeration(context.db, runModeration, writer)
  const revert = createRevert(runModeration)

  await rooms.start()
  const sessions = await watchSessions(context, rooms)
  await http.register(async (api) => {
    throttleFloods(api, async (request) => (await requireSessionOf(context, request)).username)
    messageRoutes(api, context, { rooms, sendMessage, moderation })
    moderationRoutes(api, context, { moderation, revert, sendMessage })
  })
  const sockets = openSocketServer(http, context, createRoomEventHandlers(context, rooms))

  const tips = context.config.tips ? await startTipMessages(context, rooms) : undefined
  const closing = new AbortController()
  const retention = startPeriodicTask(() => enforceRetention(context, closing.signal), {
    pauseMs: retentionIntervalMs,
    onError: (error) => context.log.warn({ error }, 'chat: could not delete what is too old; trying again later'),
  })

  return {
    socketCount: sockets.count,
    move: sockets.move,
    waitingMessages: () => writer.waiting,
    async close() {
      closing.abort()
      await retention.close()
      await sockets.close()
      await sessions.close()
      await tips?.close()
      await writer.settled()
      await rooms.close()
    },
  }
}
