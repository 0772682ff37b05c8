import type { StreamPost } from '@waggle/contract/hive-endpoints'
import { timeLeft } from './time-left.ts'
import styles from './upvote.module.css'

/** What the votes for a stream's post are worth. */
export function PostFigures({ post }: { post: StreamPost }) {
  const votes = `${post.votes} ${post.votes === 1 ? 'vote' : 'votes'}`
  return (
    <p className={styles.figures} data-testid="post-figures">
      <span>{votes}</span>
      {post.acceptsRewards ? (
        <span className={styles.amount}>{post.paidOut ?? post.pendingPayout}</span>
      ) : (
        <span>rewards declined</span>
      )}
      <span>{post.payoutInMs === null ? 'paid out' : `payout in ${timeLeft(post.payoutInMs)}`}</span>
    </p>
  )
}
