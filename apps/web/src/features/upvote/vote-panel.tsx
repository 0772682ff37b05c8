import type { StreamPost } from '@waggle/contract/hive/endpoints'
import { limits } from '@waggle/contract/limits'
import { useId } from 'react'
import { voteTexts } from '../../texts/viewer/vote.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PostFigures } from './post-figures.tsx'
import styles from './upvote.module.css'
import { VoteWorth } from './vote-worth.tsx'

/** The weight of a vote: a slider and quick picks (rule UPVOTE-2). Above it, what the votes are worth so far. */
export function VotePanel({
  weightPercent,
  onWeight,
  post,
  isBusy,
  onVote,
  failure,
  onCancel,
}: {
  weightPercent: number
  onWeight: (percent: number) => void
  post: StreamPost | undefined
  isBusy: boolean
  onVote: () => void
  failure: string | undefined
  /** Given while the wallet does not answer. */
  onCancel: (() => void) | undefined
}) {
  const id = useId()
  return (
    <fieldset className={styles.panel} aria-label={voteTexts.weight}>
      {post && <PostFigures post={post} />}
      <div className={styles.weight}>
        <input
          id={id}
          type="range"
          aria-label={voteTexts.weight}
          min={limits.voteWeightMin}
          max={limits.voteWeightMax}
          step={1}
          value={weightPercent}
          onChange={(event) => onWeight(event.target.valueAsNumber)}
        />
        <output htmlFor={id} className="figure">
          {weightPercent}%
        </output>
      </div>
      {(post?.acceptsRewards ?? true) && <VoteWorth weightPercent={weightPercent} />}
      <div className={styles.picks}>
        {limits.voteQuickPicks.map((pick) => (
          <button
            key={pick}
            type="button"
            className={styles.pick}
            aria-pressed={pick === weightPercent}
            onClick={() => onWeight(pick)}
          >
            {pick}%
          </button>
        ))}
      </div>
      {post && post.vote !== null && <p className={styles.note}>{voteTexts.votedWith(post.vote)}</p>}
      {onCancel && <WalletWait onCancel={onCancel} />}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <Button kind="primary" disabled={isBusy} onClick={onVote}>
        {voteTexts.voteWith(weightPercent)}
      </Button>
    </fieldset>
  )
}
