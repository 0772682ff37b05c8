import type { Answer } from '@waggle/contract/endpoints'
import type { Api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { serverSentenceOr } from '../../lib/api/error-sentence.ts'
import { type AccountProof, proveAccount, type Signer } from '../../session/account-proof.ts'
import { walletSentence } from '../../session/wallet-sentence.ts'
import { fill, sentences } from '../../texts/contract/sentences.ts'

type StreamKeyResult = ({ ok: true } & Answer<'createStreamKey'>) | { ok: false; message: string; cause?: unknown }

/** Proves the account with a fresh signature and requests a new key. Never throws; the messages are those of rule KEY-6. */
export async function generateStreamKey({
  api,
  signer,
  user,
  token,
  signal,
}: {
  api: Api
  signer: Signer
  user: string | null
  token: string | null
  signal: AbortSignal
}): Promise<StreamKeyResult> {
  if (!user || !token) return { ok: false, message: sentences.streamKey.notAuthenticated }

  const title = sentences.streamKey.purpose
  const proof = await proveAccount({ api, signer, username: user, purpose: 'stream-key', title, signal })
  if (!proof.ok) return { ok: false, message: describeFailure(proof, user) }

  const { ok: _, ...signed } = proof
  try {
    return { ok: true, ...(await api('createStreamKey', { body: { username: user, ...signed }, token, signal })) }
  } catch (error) {
    const { failed, failedStatus } = sentences.streamKey
    const otherwise = error instanceof ApiError ? fill(failedStatus, { status: error.status }) : failed
    return { ok: false, message: serverSentenceOr(error, otherwise), cause: error }
  }
}

function describeFailure(proof: Exclude<AccountProof, { ok: true }>, user: string): string {
  switch (proof.reason) {
    case 'wallet-missing':
      return sentences.streamKey.walletMissing
    case 'challenge-refused':
      return fill(sentences.streamKey.failedStatus, { status: proof.status })
    case 'wallet-cancelled': {
      const answer = { ok: false, reason: 'cancelled', message: proof.message, key: 'posting' } as const
      return walletSentence(answer, user) ?? sentences.streamKey.failed
    }
    case 'wallet-failed':
      return proof.message ?? sentences.streamKey.failed
    case 'challenge-unreachable':
    case 'challenge-missing':
    case 'wallet-timeout':
      return sentences.streamKey.failed
  }
}
