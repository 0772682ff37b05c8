import type { StreamPost } from '@waggle/contract/hive/endpoints'
import { upvoteTexts } from '../../texts/viewer/upvote.ts'
import { timeLeft } from './time-left.ts'
import styles from './upvote.module.css'

/** What the votes for a stream's post are worth. */
export function PostFigures({ post }: { post: StreamPost }) {
  return (
    <p className={styles.figures} data-testid="post-figures">
      <span>{upvoteTexts.votes(post.votes)}</span>
      {post.acceptsRewards ? (
        <span className={styles.amount}>{post.paidOut ?? post.pendingPayout}</span>
      ) : (
        <span>{upvoteTexts.rewardsDeclined}</span>
      )}
      <span>{post.payoutInMs === null ? upvoteTexts.paidOut : upvoteTexts.payoutIn(timeLeft(post.payoutInMs))}</span>
    </p>
  )
}
