import type { FastifyInstance } from 'fastify'
import { listSiteSamples, siteSpansMs } from '../../db/broadcasts/site-samples.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from '../operating/rights.ts'

const spans = { day: 'minute', month: 'hour' } as const

/** The figures of the whole site over time, for those who run it (rule HEALTH-7). */
export function siteFigureRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getSiteFigures', async ({ query: { period }, session }) => {
    await requireRights(context, session)
    const samples = await listSiteSamples(context.db, spans[period], context.now())
    return {
      secondsEach: siteSpansMs[spans[period]] / 1000,
      samples: samples.map(({ atMs, ...figures }) => ({ at: atMs, ...figures })),
    }
  })
}
