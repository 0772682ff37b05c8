import type { Api } from '../lib/api/api.ts'
import { ShownError } from '../lib/api/shown-error.ts'
import { sentences } from '../texts/contract/sentences.ts'
import { type AccountProof, proveAccount } from './account-proof.ts'
import { walletSentence } from './wallet-sentence.ts'

type Proof = Omit<Extract<AccountProof, { ok: true }>, 'ok'>

/** A fresh signature of the wallet. Throws an error with the sentence to show, or with `failed`. */
export async function requireProof(
  request: Parameters<typeof proveAccount>[0] & { api: Api },
  failed: string,
): Promise<Proof> {
  const proof = await proveAccount(request)
  if (proof.ok) {
    const { ok: _, ...signed } = proof
    return signed
  }
  if (proof.reason === 'wallet-missing') throw new ShownError(sentences.auth.walletMissing)
  const cancelled = { ok: false, reason: 'cancelled', message: undefined, key: 'posting' } as const
  const sentence = proof.reason === 'wallet-cancelled' ? walletSentence(cancelled, request.username) : undefined
  throw new ShownError(sentence ?? failed)
}
