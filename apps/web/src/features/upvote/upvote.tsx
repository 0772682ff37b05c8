import { useQuery, useQueryClient } from '@tanstack/react-query'
import { limits } from '@waggle/contract/limits'
import { ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import { useSession } from '../../session/session.tsx'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { upvoteTexts } from '../../texts/viewer/upvote.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { castVote, type VoteWallet } from './cast-vote.ts'
import { PostFigures } from './post-figures.tsx'
import styles from './upvote.module.css'
import { VotePanel } from './vote-panel.tsx'

const refreshMs = 15_000
/** A vote appears in the next block, and Hive nodes may lag a little behind. */
const recountAfterMs = 4000
const failureDisplayMs = 8000

/** The upvote button (rule UPVOTE-3), and what the votes are worth so far. */
export function Upvote({
  author,
  permlink,
  wallet,
}: {
  author: string
  permlink: string | null
  wallet: VoteWallet & AskedWallet
}) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const queryKey = ['stream-post', author, permlink, user]
  const { data: post } = useQuery({
    queryKey,
    enabled: permlink !== null,
    refetchInterval: refreshMs,
    queryFn: ({ signal }) =>
      api('getStreamPost', {
        params: { username: author, permlink: permlink ?? '' },
        query: user ? { voter: user } : {},
        signal,
      }),
  })
  const [hasVoted, setHasVoted] = useState(false)
  const [weightPercent, setWeightPercent] = useState<number>(limits.voteWeightMax)
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
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
      const result = await castVote({ api, wallet, user, author, permlink, weightPercent, signal })
      if (!result.ok) throw new ShownError(result.message)
    },
    onDone() {
      setHasVoted(true)
      setOpen(false)
      void queryClient.invalidateQueries({ queryKey: ['stream-post'] })
    },
  })
  const phase = isBusy ? 'voting' : hasVoted ? 'voted' : 'idle'

  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])

  useEffect(() => {
    if (!hasVoted) return
    const recount = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['stream-post'] }), recountAfterMs)
    const back = setTimeout(() => setHasVoted(false), limits.votedDisplayMs)
    return () => {
      clearTimeout(recount)
      clearTimeout(back)
    }
  }, [hasVoted, queryClient])

  useEffect(() => {
    if (failure === undefined) return
    const timer = setTimeout(clearFailure, failureDisplayMs)
    return () => clearTimeout(timer)
  }, [failure, clearFailure])

  /** A mouse opens the panel by hovering. A touch or a key opens it with the first press and votes with the second. */
  function press(): void {
    if (user && !isOpen && phase === 'idle' && permlink) setOpen(true)
    else vote()
  }

  const label = { idle: upvoteTexts.upvote, voting: upvoteTexts.voting, voted: upvoteTexts.voted }[phase]
  return (
    <div className={styles.upvote}>
      {post && <PostFigures post={post} />}
      <div ref={root} className={styles.anchor}>
        <Button
          kind="primary"
          disabled={phase !== 'idle'}
          aria-expanded={isOpen}
          onPointerEnter={(event) => event.pointerType === 'mouse' && user && setOpen(true)}
          onClick={press}
        >
          <ChevronUp className={styles.icon} size={18} aria-hidden="true" />
          {label}
        </Button>
        {isOpen && user && (
          <VotePanel
            weightPercent={weightPercent}
            onWeight={setWeightPercent}
            post={post}
            isBusy={phase !== 'idle'}
            onVote={vote}
            failure={failure}
            onCancel={isSilent ? cancel : undefined}
          />
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
    </div>
  )
}
