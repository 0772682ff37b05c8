import { limits } from '@waggle/contract/limits'
import { ArrowBigUp } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { loadScript } from '../../lib/browser/load-script.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { shownAmount } from '../../lib/format/amount.ts'
import { useIsOwn, useLoginRequests, useSession } from '../../session/session.tsx'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { upvoteTexts } from '../../texts/viewer/upvote.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { PillButton } from '../../ui/forms/button.tsx'
import type { VoteWallet } from './cast-vote.ts'
import styles from './upvote.module.css'
import { useStreamPost } from './use-stream-post.ts'

// Only who is about to vote needs it.
const VotePopover = lazyOverlay(async () => (await import('./vote-popover.tsx')).VotePopover)

const failureDisplayMs = 8000

/**
 * The upvote button (rule UPVOTE-3) with what the votes are worth so far; amber, with its sign filled, once the user has voted. The
 * user's own broadcast has none (rule UPVOTE-9).
 */
export function Upvote({
  author,
  permlink,
  wallet,
  size,
}: {
  author: string
  permlink: string | null
  wallet: VoteWallet & AskedWallet
  size?: 'small'
}) {
  const { user } = useSession()
  const isOwn = useIsOwn(author)
  const loginRequests = useLoginRequests()
  const [hasJustVoted, setHasJustVoted] = useState(false)
  const [weightPercent, setWeightPercent] = useState<number>(limits.voteWeightMax)
  const [opened, setOpened] = useState<'hovered' | 'pressed' | null>(null)
  const isSheet = useIsPhone()
  const button = useRef<HTMLButtonElement>(null)
  const post = useStreamPost(author, permlink, hasJustVoted)
  const {
    run: vote,
    isBusy,
    failure,
    clearFailure,
    isSilent,
    cancel,
  } = useWalletMutation(wallet, {
    failed: sentences.upvote.failedRetry,
    async send({ signal }) {
      const { castVote } = await loadScript(() => import('./cast-vote.ts'))
      const result = await castVote({ api, wallet, user, author, permlink, weightPercent, signal })
      if (!result.ok) throw new ShownError(result.message)
    },
    onDone() {
      setHasJustVoted(true)
      setOpened(null)
    },
  })
  const phase = isBusy ? 'voting' : hasJustVoted ? 'voted' : 'idle'
  const hasPost = permlink !== null
  const hasVoted = hasJustVoted || (post?.vote ?? 0) > 0
  const isOpen = opened !== null && (user !== null || !hasPost)

  useEffect(() => {
    if (!hasJustVoted) return
    const timer = setTimeout(() => setHasJustVoted(false), limits.votedDisplayMs)
    return () => clearTimeout(timer)
  }, [hasJustVoted])

  useEffect(() => {
    if (failure === undefined) return
    const timer = setTimeout(clearFailure, failureDisplayMs)
    return () => clearTimeout(timer)
  }, [failure, clearFailure])

  /**
   * A mouse opens the panel by hovering. A touch or a key opens it with the first press and votes with the second, but for a sheet,
   * which has the only button that votes. Where there is nothing to vote for the panel says so, to everybody.
   */
  function press(): void {
    if (!hasPost) setOpened('pressed')
    else if (user === null) {
      loginRequests.ask({ reason: sentences.upvote.loginRequired, onLoggedIn: () => setOpened('pressed') })
    } else if (!isOpen || isSheet) setOpened('pressed')
    else vote()
  }

  /** A sheet would lie over what the wallet shows. */
  function voteInPanel(): void {
    if (isSheet) setOpened(null)
    vote()
  }

  if (isOwn) return null
  const label = { idle: upvoteTexts.upvote, voting: upvoteTexts.voting, voted: upvoteTexts.voted }[phase]
  return (
    <div className={styles.upvote} data-post={hasPost || undefined}>
      <PillButton
        ref={button}
        {...(size && { size })}
        isOn={hasVoted}
        value={post?.acceptsRewards ? shownAmount(post.paidOut ?? post.pendingPayout) : undefined}
        disabled={phase !== 'idle'}
        aria-expanded={isOpen}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse' && !isSheet && opened === null) setOpened('hovered')
        }}
        onClick={press}
      >
        <ArrowBigUp size={18} fill={hasVoted ? 'currentColor' : 'none'} aria-hidden="true" />
        <span>{label}</span>
      </PillButton>
      {isOpen && (
        <Suspense>
          <VotePopover
            anchor={button}
            isPassive={opened === 'hovered'}
            onClose={() => setOpened(null)}
            vote={
              hasPost && {
                weightPercent,
                onWeight: setWeightPercent,
                post,
                isBusy: phase !== 'idle',
                onVote: voteInPanel,
                failure,
                onCancel: isSilent ? cancel : undefined,
              }
            }
          />
        </Suspense>
      )}
      {!isOpen && isSilent && (
        <div className={`${styles.notice} ${styles.wait}`}>
          <WalletWait onCancel={cancel} />
        </div>
      )}
      {!isOpen && failure !== undefined && (
        <div className={styles.notice}>
          <ErrorMessage>{failure}</ErrorMessage>
        </div>
      )}
    </div>
  )
}
