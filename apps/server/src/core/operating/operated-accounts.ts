import { defaultListTitle } from '@waggle/contract/channels/defaults'
import type { OperatedBroadcast } from '@waggle/contract/operating/endpoints'
import type { FastifyInstance } from 'fastify'
import { listSessions } from '../../db/accounts/sessions.ts'
import { listHeldStreams } from '../../db/broadcasts/broadcast-leases.ts'
import {
  type BroadcastRow,
  countBroadcasts,
  findLiveBroadcast,
  isAway,
  listLiveBroadcasts,
} from '../../db/broadcasts/broadcasts.ts'
import { listSiteActions } from '../../db/operating/site-actions.ts'
import { sumRecordedBytes } from '../../db/recordings/recordings.ts'
import { siteRoleOf } from '../../http/operating/site-role.ts'
import { route } from '../../http/route.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import type { StreamHealth } from '../../shared-state/stream-health.ts'
import { thumbnailPath } from '../channels/stream-info.ts'
import type { CoreContext } from '../context.ts'
import { healthFindings } from '../health/health-findings.ts'
import { requireRights } from './rights.ts'
import { toSiteAction } from './site-actions.ts'

const actionsShown = 100

/** What is live, and what the site knows of an account (rule OPERATE-5). */
export function operatedAccountRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, state } = context

  route(app, context, 'listOperatedBroadcasts', async ({ session }) => {
    await requireRights(context, session)
    const broadcasts = await toOperated(await listLiveBroadcasts(db, now()))
    return { broadcasts: broadcasts.toSorted((one, other) => other.viewers - one.viewers) }
  })

  route(app, context, 'getOperatedAccount', async ({ params: { username }, session }) => {
    await requireRights(context, session)
    const [role, live, broadcasts, recordedBytes, sessions, actions] = await Promise.all([
      siteRoleOf(context, username),
      findLiveBroadcast(db, username, now()),
      countBroadcasts(db, username),
      sumRecordedBytes(db, username),
      listSessions(db, username, now()),
      listSiteActions(db, { username, limit: actionsShown }),
    ])
    const [broadcast = null] = live ? await toOperated([live]) : []
    return {
      ...{ username, role, broadcast, broadcasts, recordedBytes },
      openSessions: sessions.length,
      actions: actions.map((action) => toSiteAction(action, now())),
    }
  })

  async function toOperated(rows: readonly BroadcastRow[]): Promise<OperatedBroadcast[]> {
    const [viewers, held, healths] = await Promise.all([
      state.presence.count(rows.map(({ id }) => viewersGroup(id))),
      listHeldStreams(db),
      Promise.all(rows.map(({ username }) => state.findFact('stream-health', username))),
    ])
    return rows.map((row, index) => {
      const { video, audio } = healths[index] ?? {}
      const bitsPerSecond = (video?.bitsPerSecond ?? 0) + (audio?.bitsPerSecond ?? 0)
      return {
        streamId: row.id,
        username: row.username,
        title: row.title || defaultListTitle,
        startedAt: row.startedAtMs,
        viewers: viewers[index] ?? 0,
        thumbnail: thumbnailPath(row),
        kilobitsPerSecond: bitsPerSecond > 0 ? Math.round(bitsPerSecond / 1000) : null,
        isReconnecting: isAway(row, now()),
        ...verdictOn(healths[index]),
        node: held.get(row.id)?.holder ?? null,
      }
    })
  }
}

function verdictOn(health: StreamHealth | undefined): Pick<OperatedBroadcast, 'health' | 'problem'> {
  if (!health?.isDelivering) return { health: null, problem: null }
  const [worst] = healthFindings(health, [])
  return { health: worst?.severity ?? 'good', problem: worst?.problem ?? null }
}
