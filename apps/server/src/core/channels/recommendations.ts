import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { listLiveBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import { countFollowers, listFollowing } from '../../db/follows/follows.ts'
import { listChannelsOfPeers, listMostFollowed } from '../../db/follows/recommendations.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { route } from '../../http/route.ts'
import { sessionOfCall } from '../../http/sessions/sessions.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'

const recommendationLimit: Limit = { name: 'recommendations', points: 120, perSeconds: 60 }
const cacheMs = 60_000

/**
 * Recommends channels to follow: first those followed by users who follow the same channels as the caller, then the most followed, then
 * those that are live. The caller, and channels the caller follows, are left out.
 */
export function recommendationRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db } = context
  // Long enough that some are left after removing those that the caller follows.
  const mostFollowed = memoizeAsync(() => listMostFollowed(db, limits.recommendationsMax * 4), {
    lifeMs: cacheMs,
    now: context.now,
  })

  route(app, context, 'listRecommendations', async ({ query, request }) => {
    await limitCallsByAddress(context, recommendationLimit, request)
    const caller = (await sessionOfCall(context, request))?.username
    const [shared, popular, live, following] = await Promise.all([
      caller ? listChannelsOfPeers(db, caller, limits.recommendationsMax) : [],
      mostFollowed(''),
      listLiveBroadcasts(db, context.now()),
      caller ? listFollowing(db, caller, limits.followingMax) : [],
    ])
    const liveByName = new Map(live.map((broadcast) => [broadcast.username, broadcast]))
    const isKnown = new Set([caller, ...following.map((row) => row.username)])
    const candidates = new Set([...shared, ...popular.map((row) => row.channel), ...liveByName.keys()])
    const chosen = [...candidates].filter((channel) => !isKnown.has(channel)).slice(0, query.limit)
    return {
      recommendations: await Promise.all(
        chosen.map(async (username) => ({
          username,
          followerCount: await countFollowers(db, username),
          isLive: liveByName.has(username),
          isStopped: liveByName.get(username)?.isStopped ?? false,
        })),
      ),
    }
  })
}
