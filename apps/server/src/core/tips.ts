import type { FastifyInstance } from 'fastify'
import { listTips } from '../db/tips.ts'
import { route } from '../lib/route.ts'
import type { CoreContext } from './context.ts'

const listedMax = 100

/** The tips a streamer was sent. */
export function tipRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'listTips', async ({ session, reply }) => {
    reply.header('cache-control', 'no-store')
    const tips = await listTips(context.db, session.username, listedMax)
    return {
      tips: tips.map(({ transactionId, operationIndex, broadcastId, sender, amount, message, sentAtMs }) => ({
        id: `${transactionId}-${operationIndex}`,
        streamId: broadcastId,
        sender,
        amount,
        message,
        sentAt: sentAtMs,
      })),
    }
  })
}
