import type { ComponentProps, RefObject } from 'react'
import { sentences } from '../../texts/contract/sentences.ts'
import { voteTexts } from '../../texts/viewer/vote.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import styles from './upvote.module.css'
import { VotePanel } from './vote-panel.tsx'

/** What the upvote button opens: the weight of the vote, or why there is nothing to vote for. */
export function VotePopover({
  anchor,
  isPassive,
  onClose,
  vote,
}: {
  anchor: RefObject<HTMLButtonElement | null>
  isPassive: boolean
  onClose: () => void
  /** False while the broadcast has no post. */
  vote: ComponentProps<typeof VotePanel> | false
}) {
  return (
    <Popover
      title={vote ? voteTexts.weight : sentences.upvote.noPost}
      anchor={anchor}
      isPassive={isPassive}
      onClose={onClose}
    >
      {vote ? <VotePanel {...vote} /> : <p className={styles.note}>{voteTexts.noPost}</p>}
    </Popover>
  )
}
