import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { listLiveBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import { countFollowers, listFollowing } from '../../db/follows/follows.ts'
import { type FollowCount, listChannelsOfPeers, listMostFollowed } from '../../db/follows/recommendations.ts'
import { limitCalls } from '../../http/limit-calls.ts'
import { route } from '../../http/route.ts'
import { callerOf } from '../../http/sessions.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'

const recommendationLimit: Limit = { name: 'recommendations', points: 120, perSeconds: 60 }
const rememberMs = 60_000

/**
 * Channels to follow. First what those follow who share the caller's taste, then the most followed, then whoever is live; never
 * the caller, nor a channel the caller follows.
 */
export function recommendationRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db } = context
  let mostFollowed: { list: Promise<FollowCount[]>; untilMs: number } | undefined

  route(app, context, 'listRecommendations', async ({ query, request }) => {
    await limitCalls(context, recommendationLimit, request.ip)
    const caller = await callerOf(context, request.headers.authorization)
    const [shared, popular, live, following] = await Promise.all([
      caller ? listChannelsOfPeers(db, caller, limits.recommendationsMax) : [],
      rememberedMostFollowed(),
      listLiveBroadcasts(db, context.now()),
      caller ? listFollowing(db, caller, limits.followingMax) : [],
    ])
    const liveNames = new Set(live.map((broadcast) => broadcast.username))
    const isKnown = new Set([caller, ...following.map((row) => row.username)])
    const candidates = new Set([...shared, ...popular.map((row) => row.channel), ...liveNames])
    const chosen = [...candidates].filter((channel) => !isKnown.has(channel)).slice(0, query.limit)
    return {
      recommendations: await Promise.all(
        chosen.map(async (username) => ({
          username,
          followerCount: await countFollowers(db, username),
          isLive: liveNames.has(username),
        })),
      ),
    }
  })

  /** Enough of them that some are left after those the caller follows. */
  async function rememberedMostFollowed(): Promise<FollowCount[]> {
    const nowMs = context.now()
    if (!mostFollowed || mostFollowed.untilMs <= nowMs) {
      const list = listMostFollowed(db, limits.recommendationsMax * 4)
      mostFollowed = { list, untilMs: nowMs + rememberMs }
      list.catch(() => {
        mostFollowed = undefined
      })
    }
    return mostFollowed.list
  }
}
