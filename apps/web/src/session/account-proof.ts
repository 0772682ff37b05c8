import type { Api } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { base64url } from '../lib/base64url.ts'

export type SignatureAnswer =
  | { ok: true; signature: string }
  | { ok: false; reason: 'cancelled' | 'missing' | 'timeout' | 'wrong-key' | 'failed'; message?: string | undefined }

/** The part of a wallet that proves an account. */
export interface Signer {
  /** Resolves with true as soon as the wallet is found, and with false once none is expected any more. */
  waitUntilFound(): Promise<boolean>
  /** Signs with the posting key. */
  signBuffer(request: {
    username: string
    message: string
    title?: string
    signal?: AbortSignal
  }): Promise<SignatureAnswer>
}

export type AccountProof =
  | { ok: true; challenge: string; signature: string; verifier?: string }
  | { ok: false; reason: 'challenge-unreachable' | 'challenge-missing' | 'wallet-missing' | 'wallet-timeout' }
  | { ok: false; reason: 'challenge-refused'; status: number }
  | { ok: false; reason: 'wallet-cancelled' | 'wallet-failed'; message: string | undefined }

/**
 * Lets the wallet sign a fresh challenge of the server. The challenge is bound to a verifier that stays in this closure until it
 * is redeemed, so that a frame or a log that sees challenge and signature cannot redeem them.
 */
export async function proveAccount({
  api,
  signer,
  username,
  purpose,
  title,
  signal,
  crypto = globalThis.crypto,
}: {
  api: Api
  signer: Signer
  username: string
  purpose: 'login' | 'stream-key' | 'operate' | 'download-data' | 'delete-data'
  title?: string
  signal?: AbortSignal
  crypto?: { getRandomValues: Crypto['getRandomValues']; subtle?: Pick<SubtleCrypto, 'digest'> | undefined }
}): Promise<AccountProof> {
  if (!(await signer.waitUntilFound())) return { ok: false, reason: 'wallet-missing' }

  const binding = await bindToPage(crypto)
  const challenge = await requestChallenge()
  if (typeof challenge !== 'string') return challenge

  const answer = await signer.signBuffer({
    username,
    message: challenge,
    ...(title === undefined ? {} : { title }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (answer.ok) {
    return { ok: true, challenge, signature: answer.signature, ...(binding && { verifier: binding.verifier }) }
  }
  if (answer.reason === 'missing') return { ok: false, reason: 'wallet-missing' }
  if (answer.reason === 'timeout') return { ok: false, reason: 'wallet-timeout' }
  const reason = answer.reason === 'cancelled' ? 'wallet-cancelled' : 'wallet-failed'
  return { ok: false, reason, message: answer.message }

  async function requestChallenge(): Promise<string | Exclude<AccountProof, { ok: true }>> {
    try {
      const { challenge } = await api('getChallenge', {
        query: { purpose, username, ...(binding && { bind: binding.bind }) },
        ...(signal === undefined ? {} : { signal }),
      })
      return challenge || { ok: false, reason: 'challenge-missing' }
    } catch (error) {
      if (error instanceof ApiError) return { ok: false, reason: 'challenge-refused', status: error.status }
      return { ok: false, reason: 'challenge-unreachable' }
    }
  }
}

/** Browsers offer SHA-256 only on https and localhost; on a plain http address the challenge is not bound. */
async function bindToPage(
  crypto: NonNullable<Parameters<typeof proveAccount>[0]['crypto']>,
): Promise<{ verifier: string; bind: string } | undefined> {
  if (!crypto.subtle) return undefined
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, bind: base64url(new Uint8Array(digest)) }
}
