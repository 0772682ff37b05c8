import type { SignatureAnswer, Signer } from '../session/account-proof.ts'

/** A wallet whose presence and answer a test decides. */
export function fakeSigner({
  isFound = true,
  answer = { ok: true, signature: '20ab' },
}: {
  isFound?: boolean
  answer?: SignatureAnswer
} = {}) {
  const requests: Omit<Parameters<Signer['signBuffer']>[0], 'signal'>[] = []
  const signer: Signer = {
    waitUntilFound: async () => isFound,
    async signBuffer({ signal: _, ...request }) {
      requests.push(request)
      return answer
    },
  }
  return { signer, requests }
}
