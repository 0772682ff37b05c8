import { useQuery, useQueryClient } from '@tanstack/react-query'
import { limits } from '@waggle/contract/limits'
import { ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSession } from '../../session/session.tsx'
import { upvoteTexts } from '../../texts/viewer/upvote.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { castVote, type VoteWallet } from './cast-vote.ts'
import { PostFigures } from './post-figures.tsx'
import styles from './upvote.module.css'
import { VotePanel } from './vote-panel.tsx'

const refreshMs = 15_000
/** A vote shows with the next block; nodes may be a little behind. */
const recountAfterMs = 4000
const failureDisplayMs = 8000

/** The upvote button of spec sections 2 and 4, and what the votes are worth so far. */
export function Upvote({ author, permlink, wallet }: { author: string; permlink: string | null; wallet: VoteWallet }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const queryKey = ['stream-post', author, permlink, user]
  const { data: post } = useQuery({
    queryKey,
    enabled: permlink !== null,
    refetchInterval: refreshMs,
    retry: false,
    queryFn: ({ signal }) =>
      api('getStreamPost', {
        params: { username: author, permlink: permlink ?? '' },
        query: user ? { voter: user } : {},
        signal,
      }),
  })
  const [phase, setPhase] = useState<'idle' | 'voting' | 'voted'>('idle')
  const [failure, setFailure] = useState<string>()
  const [weightPercent, setWeightPercent] = useState<number>(limits.voteWeightMax)
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const attempt = useRef<AbortController>(null)

  useEffect(() => () => attempt.current?.abort(), [])

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
    if (phase !== 'voted') return
    const recount = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['stream-post'] }), recountAfterMs)
    const back = setTimeout(() => setPhase('idle'), limits.votedDisplayMs)
    return () => {
      clearTimeout(recount)
      clearTimeout(back)
    }
  }, [phase, queryClient])

  useEffect(() => {
    if (failure === undefined) return
    const timer = setTimeout(() => setFailure(undefined), failureDisplayMs)
    return () => clearTimeout(timer)
  }, [failure])

  async function vote(): Promise<void> {
    const controller = new AbortController()
    attempt.current = controller
    setPhase('voting')
    setFailure(undefined)
    const { signal } = controller
    const result = await castVote({ api, wallet, user, author, permlink, weightPercent, signal })
    if (signal.aborted) return
    setPhase(result.ok ? 'voted' : 'idle')
    if (!result.ok) return setFailure(result.message)
    setOpen(false)
    void queryClient.invalidateQueries({ queryKey: ['stream-post'] })
  }

  /** A mouse has opened the panel by coming here; a finger or a key opens it first, and votes with the second press. */
  function press(): void {
    if (user && !isOpen && phase === 'idle' && permlink) setOpen(true)
    else void vote()
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
            onVote={() => void vote()}
            failure={failure}
          />
        )}
        {!isOpen && failure !== undefined && (
          <div className={styles.failure}>
            <ErrorMessage>{failure}</ErrorMessage>
          </div>
        )}
      </div>
    </div>
  )
}
