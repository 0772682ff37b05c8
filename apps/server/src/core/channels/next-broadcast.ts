import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { findNextBroadcasts, saveChannel } from '../../db/accounts/channels.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'

/** When a channel will be live next: everyone may read it, the owner says it (rule SETTINGS-8). */
export function nextBroadcastRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getNextBroadcast', async ({ params: { username } }) => ({
    startTime: (await nextBroadcasts(context, [username])).get(username) ?? null,
  }))

  route(app, context, 'updateNextBroadcast', async ({ body: { startTime }, session: { username } }) => {
    const nowMs = context.now()
    const isRefused =
      startTime !== null && (startTime <= nowMs || startTime > nowMs + limits.nextBroadcastMaxDays * dayMs)
    if (isRefused) throw new Refusal('next_broadcast_refused')
    await saveChannel(context.db, { username, nextBroadcastMs: startTime }, nowMs)
    return { startTime }
  })
}

const dayMs = 24 * 60 * 60_000

/** When these channels will be live next (milliseconds since 1970), of those that say so. A broadcast that is late is still named. */
export function nextBroadcasts(
  { db, now }: Pick<CoreContext, 'db' | 'now'>,
  usernames: readonly string[],
): Promise<Map<string, number>> {
  return findNextBroadcasts(db, usernames, now() - limits.nextBroadcastLateMs)
}
