import type { FastifyInstance } from 'fastify'
import { deleteExpiredRestrictions } from '../db/moderation.ts'
import { createChainAccounts } from './chain-account.ts'
import type { ChatContext } from './context.ts'
import { slowFloods } from './flood-gate.ts'
import { createHub } from './hub.ts'
import { messageRoutes } from './message-routes.ts'
import { createMessageWriter } from './message-writer.ts'
import { createModeration } from './moderation.ts'
import { moderationRoutes } from './moderation-routes.ts'
import { createRevert } from './revert.ts'
import { createRoomSockets } from './room-sockets.ts'
import { createSender } from './send.ts'
import { openSocketServer } from './socket-server.ts'
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
    slowFloods(api)
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
