import type { FastifyInstance } from 'fastify'
import { isStreamPost } from '../../db/announcements/announcements.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { readHive } from '../read-hive.ts'
import { type ChainPost, findChainPost } from './chain-post.ts'

const postLimit: Limit = { name: 'stream-post', points: 120, perSeconds: 60 }
/** Hive pays a post out seven days after it was made. */
export const votableMs = 7 * 24 * 60 * 60_000
/** The time between two blocks, in which nothing changes on the chain. */
export const blockMs = 3000

/** Votes and payout of the posts of this site's broadcasts. Other posts are refused: the site is not a proxy to Hive's nodes. */
export function streamPostRoutes(
  app: FastifyInstance,
  context: CoreContext,
  findPost = createPostCache(context),
): void {
  route(app, context, 'getStreamPost', async ({ params, query, request }) => {
    await limitCallsByAddress(context, postLimit, request)
    const { username, permlink } = params
    if (!(await isStreamPost(context.db, username, permlink))) throw new Refusal('post_not_found')
    const post = await readHive(() => findPost(username, permlink))
    if (!post) throw new Refusal('post_not_found')
    return {
      author: username,
      permlink,
      votes: post.votes.size,
      pendingPayout: post.pendingPayout,
      paidOut: post.paidOut ?? null,
      payoutInMs: post.payoutAtMs === undefined ? null : Math.max(0, Math.round(post.payoutAtMs - context.now())),
      acceptsRewards: post.acceptsRewards,
      vote: (query.voter !== undefined && post.votes.get(query.voter)) || null,
    }
  })
}

/** Reads a post from the chain or from the cache. Throws `HiveUnavailable`. */
export type FindPost = (author: string, permlink: string) => Promise<ChainPost | undefined>

/** Reads each post at most once per block, however many viewers request it. */
export function createPostCache(context: CoreContext): FindPost {
  const find = memoizeAsync(
    (path) => {
      const [author = '', permlink = ''] = path.split('/')
      return findChainPost(context.hive, author, permlink)
    },
    { lifeMs: blockMs, now: context.now },
  )
  return (author, permlink) => find(`${author}/${permlink}`)
}
