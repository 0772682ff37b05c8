import type { PostingAuthority } from '@waggle/contract/hive/endpoints'
import type { WalletBroadcast, WalletProvider } from '@waggle/hive/keychain'
import type { Api } from '../../lib/api/api.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'

export type AuthorityWallet = Pick<WalletProvider, 'addPostingAuthority' | 'removePostingAuthority'>
export type AuthorityChange = { ok: true; message: string } | { ok: false; message: string }

interface Change {
  api: Api
  wallet: AuthorityWallet
  user: string
  signal: AbortSignal
}

const { postingAuthority: words } = sentences

/** Puts the poster account into the user's posting authority. Never throws; the messages are those of spec section 8. */
export async function grantPostingAuthority({ api, wallet, user, signal }: Change): Promise<AuthorityChange> {
  const now = await read(api, user, signal)
  if (typeof now === 'string') return { ok: false, message: fill(words.updateFailed, { message: now }) }
  // The wallet refuses an account that is in the list, so it is not asked.
  if (now.isListed) return { ok: true, message: words.already }
  const { posterAccount: account, weightThreshold: weight } = now
  const answer = await wallet.addPostingAuthority({ username: user, account, weight, signal })
  if (answer.ok) return { ok: true, message: fill(words.granted, { account }) }
  return { ok: false, message: fill(words.grantFailed, { message: reasonOf(answer) }) }
}

/** Takes it out again. Never throws. */
export async function revokePostingAuthority({
  wallet,
  user,
  signal,
  account,
}: Omit<Change, 'api'> & { account: string }): Promise<AuthorityChange> {
  const answer = await wallet.removePostingAuthority({ username: user, account, signal })
  if (answer.ok) return { ok: true, message: fill(words.revoked, { account }) }
  return { ok: false, message: fill(words.updateFailed, { message: reasonOf(answer) }) }
}

/** The authority, or why it cannot be read. */
async function read(api: Api, username: string, signal: AbortSignal): Promise<PostingAuthority | string> {
  try {
    return await api('getPostingAuthority', { params: { username }, signal })
  } catch (error) {
    return error instanceof Error ? error.message : words.unknown
  }
}

function reasonOf(answer: Exclude<WalletBroadcast, { ok: true }>): string {
  if (answer.reason === 'missing') return texts.walletMissing
  if (answer.reason === 'timeout') return texts.walletSilent
  return answer.message ?? words.unknown
}
