import type { FastifyInstance } from 'fastify'
import { deleteExpiredRestrictions } from '../db/chat/moderation.ts'
import type { ChatContext } from './context.ts'
import { throttleFloods } from './floods/flood-throttle.ts'
import { createModeration } from './moderation/moderation.ts'
import { createRevert } from './moderation/revert.ts'
import { createHub } from './rooms/hub.ts'
import { createRoomSockets } from './rooms/room-sockets.ts'
import { messageRoutes } from './routes/message-routes.ts'
import { moderationRoutes } from './routes/moderation-routes.ts'
import { createChainAccounts } from './sending/chain-account.ts'
import { createMessageWriter } from './sending/message-writer.ts'
import { createSender } from './sending/send.ts'
import { openSocketServer } from './sockets/socket-server.ts'
import { startTipMessages } from './tip-messages.ts'

const cleaningIntervalMs = 10 * 60_000

/** A running chat role. */
export interface Chat {
  /** Open sockets of this process. */
  socketCount(): number
  close(): Promise<void>
}

/** The chat role: calls under `/api/chat`, sockets at `/socket.io`. */
export async function startChat(http: FastifyInstance, context: ChatContext): Promise<Chat> {
  const hub = createHub(context)
  const writer = createMessageWriter(context)
  const say = createSender(context, { hub, writer, accounts: createChainAccounts(context) })
  const moderation = createModeration(context, { hub, writer })
  const revert = createRevert(context, { hub, moderation })

  await hub.start()
  await http.register(async (api) => {
    answerAsApi(api)
    throttleFloods(api)
    messageRoutes(api, context, { hub, say, moderation })
    moderationRoutes(api, context, { moderation, revert, say })
  })
  const sockets = openSocketServer(http, context, createRoomSockets(context, { hub, moderation }))

  const tips = context.config.tips ? await startTipMessages(context, hub) : undefined
  const cleaning = setInterval(() => {
    deleteExpiredRestrictions(context.db, context.now()).catch((error) =>
      context.log.warn({ error }, 'chat: could not remove what has expired; trying again later'),
    )
  }, cleaningIntervalMs)

  return {
    socketCount: sockets.count,
    async close() {
      clearInterval(cleaning)
      await sockets.close()
      await tips?.close()
      await writer.settled()
      hub.close()
    },
  }
}

/** Answers are data: nothing in them is to be run, framed or guessed at. */
function answerAsApi(api: FastifyInstance): void {
  api.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })
}
