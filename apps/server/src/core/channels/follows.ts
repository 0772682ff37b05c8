import type { FollowEntry } from '@waggle/contract/follows/endpoints'
import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { recordFollowerCount } from '../../db/follows/follower-counts.ts'
import {
  countFollowers,
  countFollowing,
  deleteFollow,
  type FollowRow,
  findFollow,
  findLastBroadcasts,
  insertFollow,
  listFollowers,
  listFollowing,
} from '../../db/follows/follows.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { utcDay } from '../../lib/utc-day.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { readHive } from '../read-hive.ts'
import { recommendationRoutes } from './recommendations.ts'
import { nextBroadcasts } from './schedule.ts'

/** A user who follows, unfollows and follows again is announced as a new follower only once a day. */
const announceLimit: Limit = { name: 'follower-told', points: 1, perSeconds: 24 * 60 * 60 }

/** Following channels (rules API-11, API-12). Everyone may see followers and counts; only the user sees whom the user follows. */
export function followRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db } = context

  route(app, context, 'listFollowing', async ({ session }) => {
    return { following: await withLastSeen(await listFollowing(db, session.username, limits.followingMax)) }
  })

  route(app, context, 'listFollowers', async ({ params, query }) => ({
    followers: await withLastSeen(
      await listFollowers(db, params.username, { limit: query.limit, beforeMs: query.before }),
    ),
  }))

  route(app, context, 'getFollow', async ({ params }) => {
    return { followedAt: (await findFollow(db, params.follower, params.username)) ?? null }
  })

  route(app, context, 'getFollowStatus', async ({ params, session }) => {
    return { isFollowing: (await findFollow(db, session.username, params.username)) !== undefined }
  })

  route(app, context, 'follow', async ({ body, session }) => {
    const follower = session.username
    const channel = body.username
    if (channel === follower) throw new Refusal('follow_self')
    if ((await findFollow(db, follower, channel)) === undefined) {
      if ((await countFollowing(db, follower)) >= limits.followingMax) throw new Refusal('follow_too_many')
      if (!(await isAccount(channel))) throw new Refusal('follow_no_account')
      await insertFollow(db, follower, channel, context.now())
      const followerCount = await recordFollowerCount(db, channel, utcDay(context.now()))
      await announceFollower(channel, follower, followerCount)
      return changed(channel, true, followerCount)
    }
    return changed(channel, true, await countFollowers(db, channel))
  })

  route(app, context, 'unfollow', async ({ body, session }) => {
    if ((await findFollow(db, session.username, body.username)) !== undefined) {
      await deleteFollow(db, session.username, body.username)
      return changed(body.username, false, await recordFollowerCount(db, body.username, utcDay(context.now())))
    }
    return changed(body.username, false, await countFollowers(db, body.username))
  })

  route(app, context, 'getFollowStats', async ({ params }) => {
    const [followerCount, followingCount] = await Promise.all([
      countFollowers(db, params.username),
      countFollowing(db, params.username),
    ])
    return { followerCount, followingCount }
  })

  recommendationRoutes(app, context)

  /** Notifies the clients in the channel's room that asked for alerts, such as its overlay. */
  async function announceFollower(channel: string, username: string, followerCount: number): Promise<void> {
    if (!(await context.state.consume(announceLimit, `${channel}/${username}`)).allowed) return
    const payload = { channel, username, followerCount }
    await context.state.publish('chat', { kind: 'event', channel, audience: 'alerts', name: 'new-follower', payload })
  }

  /** Channels that have broadcast or have followers are known to exist. The chain is only asked about others. */
  async function isAccount(username: string): Promise<boolean> {
    if ((await findLastBroadcasts(db, [username])).size > 0) return true
    if ((await countFollowers(db, username)) > 0) return true
    return (await readHive(() => context.hive.getPostingAuthority(username))) !== undefined
  }

  async function withLastSeen(rows: FollowRow[]): Promise<FollowEntry[]> {
    const usernames = rows.map((row) => row.username)
    const [seen, next] = await Promise.all([findLastBroadcasts(db, usernames), nextBroadcasts(context, usernames)])
    return rows.map(({ username, followedAtMs }) => ({
      username,
      lastSeen: seen.get(username) ?? null,
      followedAt: followedAtMs,
      nextBroadcast: next.get(username) ?? null,
    }))
  }

  function changed(channel: string, isFollowing: boolean, followerCount: number) {
    return {
      success: true as const,
      message: isFollowing ? `You follow @${channel}` : `You no longer follow @${channel}`,
      isFollowing,
      followerCount,
    }
  }
}
