import { isUsername, normaliseUsername } from '@waggle/contract/names'
import type { Api } from '../../lib/api/api.ts'
import { serverSentenceOr } from '../../lib/api/error-sentence.ts'
import { type AccountProof, proveAccount, type Signer } from '../../session/account-proof.ts'
import { authTexts } from '../../texts/account/auth.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

export type SignInResult = { ok: true; user: string; token: string } | { ok: false; message: string; hint?: string }

/** Signs a challenge with the wallet and exchanges the signature for a session. Never throws; the messages are those of rule AUTH-8. */
export async function signIn({
  api,
  signer,
  username: typed,
  signal,
}: {
  api: Api
  signer: Signer
  username: string
  signal?: AbortSignal
}): Promise<SignInResult> {
  const username = normaliseUsername(typed)
  if (!isUsername(username)) return { ok: false, message: sentences.auth.invalidUsername }

  const optionalSignal = signal === undefined ? {} : { signal }
  const proof = await proveAccount({ api, signer, username, purpose: 'login', ...optionalSignal })
  if (!proof.ok) return { ok: false, ...describeFailure(proof, username) }

  const { ok: _, ...signed } = proof
  try {
    const { token, profile } = await api('signIn', {
      body: { username, ...signed, method: 'keychain' },
      ...optionalSignal,
    })
    return { ok: true, user: profile.username, token }
  } catch (error) {
    return { ok: false, message: serverSentenceOr(error, sentences.auth.failed) }
  }
}

function describeFailure(
  proof: Exclude<AccountProof, { ok: true }>,
  username: string,
): { message: string; hint?: string } {
  switch (proof.reason) {
    case 'challenge-unreachable':
      return { message: sentences.auth.challengeFailed }
    case 'challenge-refused':
      return { message: fill(sentences.auth.challengeStatus, { status: proof.status }) }
    case 'challenge-missing':
      return { message: sentences.auth.challengeMissing }
    case 'wallet-missing':
      return { message: sentences.auth.walletMissing }
    case 'wallet-timeout':
      return { message: sentences.auth.walletFailed, hint: authTexts.walletSilent }
    case 'wallet-cancelled':
      return {
        message: proof.message ?? sentences.auth.walletFailed,
        // The wallet gives the same answer to a cancelled request, an account it does not hold and a missing key.
        hint: authTexts.walletCancelled(username),
      }
    case 'wallet-failed':
      return { message: proof.message ?? sentences.auth.walletFailed }
  }
}
