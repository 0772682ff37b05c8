import type { FastifyInstance } from 'fastify'
import { deleteExpiredRestrictions } from '../db/chat/moderation.ts'
import { startPeriodicTask } from '../lib/periodic-task.ts'
import type { ChatContext } from './context.ts'
import { throttleFloods } from './floods/flood-throttle.ts'
import { createModeration } from './moderation/moderation.ts'
import { createRevert } from './moderation/revert.ts'
import { createRoomEventHandlers } from './rooms/room-event-handlers.ts'
import { createRoomRegistry } from './rooms/room-registry.ts'
import { messageRoutes } from './routes/message-routes.ts'
import { moderationRoutes } from './routes/moderation-routes.ts'
import { createChainAccounts } from './sending/chain-accounts.ts'
import { createMessageSender } from './sending/message-sender.ts'
import { createMessageWriter } from './sending/message-writer.ts'
import { openSocketServer } from './sockets/socket-server.ts'
import { startTipMessages } from './tip-messages.ts'

const cleanUpIntervalMs = 10 * 60_000

/** A running chat role. */
export interface Chat {
  /** Open sockets of this process. */
  socketCount(): number
  close(): Promise<void>
}

/** Starts the chat role: routes under `/api/chat`, sockets at `/socket.io`. */
export async function startChat(http: FastifyInstance, context: ChatContext): Promise<Chat> {
  const rooms = createRoomRegistry(context)
  const writer = createMessageWriter(context)
  const sendMessage = createMessageSender(context, { rooms, writer, accounts: createChainAccounts(context) })
  const moderation = createModeration(context, { rooms, writer })
  const revert = createRevert(context, { rooms, moderation })

  await rooms.start()
  await http.register(async (api) => {
    setApiHeaders(api)
    throttleFloods(api)
    messageRoutes(api, context, { rooms, sendMessage, moderation })
    moderationRoutes(api, context, { moderation, revert, sendMessage })
  })
  const sockets = openSocketServer(http, context, createRoomEventHandlers(context, { rooms, moderation }))

  const tips = context.config.tips ? await startTipMessages(context, rooms) : undefined
  const cleanUp = startPeriodicTask(() => deleteExpiredRestrictions(context.db, context.now()), {
    pauseMs: cleanUpIntervalMs,
    onError: (error) => context.log.warn({ error }, 'chat: could not delete expired restrictions; trying again later'),
  })

  return {
    socketCount: sockets.count,
    async close() {
      await cleanUp.close()
      await sockets.close()
      await tips?.close()
      await writer.settled()
      await rooms.close()
    },
  }
}

/** Responses are data: browsers must not execute, frame or sniff them. */
function setApiHeaders(api: FastifyInstance): void {
  api.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
  })
}
