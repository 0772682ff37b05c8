import type { PostingAuthority } from '@waggle/contract/hive/endpoints'
import type { WalletProvider, WalletRefusal } from '@waggle/hive/keychain'
import type { Api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { walletSentence } from '../../session/wallet-sentence.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'

export type AuthorityWallet = Pick<WalletProvider, 'addPostingAuthority' | 'removePostingAuthority'>
type AuthorityChange = { ok: true; message: string } | { ok: false; message: string }

interface Change {
  api: Api
  wallet: AuthorityWallet
  user: string
  signal: AbortSignal
}

const { postingAuthority: words } = sentences

/** Adds the poster account to the user's posting authority. Never throws; the messages are those of rule POST-4. */
export async function grantPostingAuthority({ api, wallet, user, signal }: Change): Promise<AuthorityChange> {
  const current = await readAuthority(api, user, signal)
  if (typeof current === 'string') return { ok: false, message: fill(words.updateFailed, { message: current }) }
  // The wallet refuses to add an account that is already in the list (rule POST-3).
  if (current.isListed) return { ok: true, message: words.already }
  const { posterAccount: account, weightThreshold: weight } = current
  const answer = await wallet.addPostingAuthority({ username: user, account, weight, signal })
  if (answer.ok) return { ok: true, message: fill(words.granted, { account }) }
  return { ok: false, message: fill(words.grantFailed, { message: reasonOf(answer, user) }) }
}

/** Removes the account from the user's posting authority. Never throws. */
export async function revokePostingAuthority({
  wallet,
  user,
  signal,
  account,
}: Omit<Change, 'api'> & { account: string }): Promise<AuthorityChange> {
  const answer = await wallet.removePostingAuthority({ username: user, account, signal })
  if (answer.ok) return { ok: true, message: fill(words.revoked, { account }) }
  return { ok: false, message: fill(words.updateFailed, { message: reasonOf(answer, user) }) }
}

/** The authority, or the sentence that says why it cannot be read. */
async function readAuthority(api: Api, username: string, signal: AbortSignal): Promise<PostingAuthority | string> {
  try {
    return await api('getPostingAuthority', { params: { username }, signal })
  } catch (error) {
    return errorSentence(error)
  }
}

function reasonOf(answer: WalletRefusal, user: string): string {
  if (answer.reason === 'missing') return texts.walletMissing
  if (answer.reason === 'timeout') return texts.walletSilent
  return walletSentence(answer, user) ?? words.unknown
}
