import type { FastifyInstance } from 'fastify'
import { listTips, sumTips } from '../../db/tips/tips.ts'
import { route } from '../../http/route.ts'
import { tipView } from '../../lib/tip-view.ts'
import type { CoreContext } from '../context.ts'

const listedMax = 100

/** The tips that a streamer has received. */
export function tipRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'listTips', async ({ session }) => {
    const today = new Date(context.now())
    const year = today.getUTCFullYear()
    const [tips, totals, thisMonth, thisYear] = await Promise.all([
      listTips(context.db, session.username, listedMax),
      sumTips(context.db, session.username),
      sumTips(context.db, session.username, Date.UTC(year, today.getUTCMonth())),
      sumTips(context.db, session.username, Date.UTC(year)),
    ])
    return { tips: tips.map(tipView), totals, thisMonth, thisYear }
  })
}
