import type { StreamPost } from '@waggle/contract/hive/endpoints'
import type { WalletProvider } from '@waggle/hive/keychain'
import type { Api } from '../../lib/api/api.ts'
import { sentenceOf } from '../../lib/api/api-error.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

export interface VoteWallet extends Pick<WalletProvider, 'vote'> {
  /** True as soon as the wallet is there; false when it has not appeared within the time. */
  waitUntilFound(timeoutMs: number): Promise<boolean>
}
export type VoteResult = { ok: true } | { ok: false; message: string }

const { upvote: words } = sentences
/** An extension puts itself into the page up to a second after loading. */
const walletAppearsWithinMs = 3000
const postLookupTimeoutMs = 5000

/** Votes with the wallet, unless it is known that the vote would be void. Never throws; messages as in spec section 8. */
export async function castVote({
  api,
  wallet,
  user,
  author,
  permlink,
  weightPercent,
  signal,
}: {
  api: Api
  wallet: VoteWallet
  user: string | null
  author: string
  permlink: string | null
  /** 1 to 100. */
  weightPercent: number
  signal: AbortSignal
}): Promise<VoteResult> {
  if (!user) return refuse(words.loginRequired)
  if (!(await wallet.waitUntilFound(walletAppearsWithinMs))) return refuse(words.walletMissing)
  if (!permlink) return refuse(words.noPost)
  try {
    const params = { username: author, permlink }
    const timeoutMs = postLookupTimeoutMs
    // A post that is minutes old is not on every node yet. Where nothing can be told of it, wallet and chain decide.
    const post = await api('getStreamPost', { params, query: { voter: user }, signal, timeoutMs }).catch(
      () => undefined,
    )
    const obstacle = post && obstacleTo(post, weightPercent)
    if (obstacle) return refuse(obstacle)
    const answer = await wallet.vote({ username: user, author, permlink, weightPercent, signal })
    if (answer.ok) return { ok: true }
    return refuse(answer.reason === 'missing' ? words.walletMissing : (answer.message ?? words.failed))
  } catch (error) {
    return refuse(sentenceOf(error, words.failedRetry))
  }
}

/** Why a vote would be void: Hive takes no second one of the same weight, and ignores those after the payout. */
function obstacleTo(post: StreamPost, weightPercent: number): string | undefined {
  if (post.paidOut !== null) return words.paidOut
  if (post.vote === weightPercent) return fill(words.alreadyVoted, { weight: post.vote })
  return undefined
}

function refuse(message: string): VoteResult {
  return { ok: false, message }
}
