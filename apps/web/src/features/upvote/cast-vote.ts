import type { StreamPost } from '@waggle/contract/hive/endpoints'
import type { WalletProvider } from '@waggle/hive/keychain'
import type { Api } from '../../lib/api/api.ts'
import { serverSentenceOr } from '../../lib/api/error-sentence.ts'
import { walletSentence } from '../../session/wallet-sentence.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

export interface VoteWallet extends Pick<WalletProvider, 'vote'> {
  waitUntilFound(): Promise<boolean>
}
type VoteResult = { ok: true } | { ok: false; message: string }

const { upvote: words } = sentences
const postLookupTimeoutMs = 5000

/** Votes with the wallet, unless the vote is known not to count (rule UPVOTE-6). Never throws; the messages are those of rules UPVOTE-1 and UPVOTE-3. */
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
  if (!(await wallet.waitUntilFound())) return refuse(words.walletMissing)
  if (!permlink) return refuse(words.noPost)
  try {
    const params = { username: author, permlink }
    const timeoutMs = postLookupTimeoutMs
    // A post that is minutes old is not on every node yet. When the lookup fails, the wallet and the chain decide.
    const post = await api('getStreamPost', { params, query: { voter: user }, signal, timeoutMs }).catch(
      () => undefined,
    )
    const obstacle = post && obstacleTo(post, weightPercent)
    if (obstacle) return refuse(obstacle)
    const answer = await wallet.vote({ username: user, author, permlink, weightPercent, signal })
    if (answer.ok) return { ok: true }
    return refuse(answer.reason === 'missing' ? words.walletMissing : (walletSentence(answer, user) ?? words.failed))
  } catch (error) {
    return refuse(serverSentenceOr(error, words.failedRetry))
  }
}

/** Why a vote would not count: Hive refuses a second vote of the same weight and ignores votes after the payout. */
function obstacleTo(post: StreamPost, weightPercent: number): string | undefined {
  if (post.paidOut !== null) return words.paidOut
  if (post.vote === weightPercent) return fill(words.alreadyVoted, { weight: post.vote })
  return undefined
}

function refuse(message: string): VoteResult {
  return { ok: false, message }
}
