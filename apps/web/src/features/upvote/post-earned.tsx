import { shownAmount } from '../../lib/format/amount.ts'
import { upvoteTexts } from '../../texts/viewer/upvote.ts'
import { useStreamPost } from './use-stream-post.ts'

/** What Hive paid the post of a broadcast that is long over (rule UPVOTE-7); nothing where that was nothing. */
export function PostEarned({ author, permlink }: { author: string; permlink: string }) {
  const post = useStreamPost(author, permlink, false)
  if (!post?.acceptsRewards || !post.paidOut || Number.parseFloat(post.paidOut) === 0) return null
  return <span className="figure">{upvoteTexts.earned(shownAmount(post.paidOut))}</span>
}
