import type { StreamPost } from '@waggle/contract/hive/endpoints'
import { voteTexts } from '../../texts/viewer/vote.ts'
import { timeLeft } from './time-left.ts'
import styles from './upvote.module.css'

/** What the votes for a stream's post are worth. */
export function PostFigures({ post }: { post: StreamPost }) {
  return (
    <p className={styles.figures} data-testid="post-figures">
      <span>{voteTexts.votes(post.votes)}</span>
      {post.acceptsRewards ? (
        <span className={styles.amount}>{post.paidOut ?? post.pendingPayout}</span>
      ) : (
        <span>{voteTexts.rewardsDeclined}</span>
      )}
      <span>{post.payoutInMs === null ? voteTexts.paidOut : voteTexts.payoutIn(timeLeft(post.payoutInMs))}</span>
    </p>
  )
}
