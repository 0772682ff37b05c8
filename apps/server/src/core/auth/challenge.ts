import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@waggle/contract/limits'
import { allOf, currentOf, hmacSha256, type UseKey } from '../../lib/secrets.ts'

export type ChallengePurpose = 'login' | 'stream-key' | 'operate' | 'download-data' | 'delete-data'

interface ChallengeRequest {
  purpose: ChallengePurpose
  username?: string | undefined
  /** base64url(SHA-256(verifier)), where only the page knows the verifier. */
  bind?: string | undefined
}

type ChallengeCheck = { ok: true; id: string; expiresAtMs: number } | { ok: false; reason: 'invalid' | 'expired' }

/** How far the clocks of a site's machines may differ. */
const futureSkewMs = 60_000

const openings: Record<ChallengePurpose, string> = {
  login: 'Sign in to',
  'stream-key': 'Create a stream key for',
  operate: 'Use the rights of a moderator on',
  'download-data': 'Download all data about me from',
  'delete-data': 'Delete all data about me on',
}

const lifeMinutes = limits.challengeLifeMs / 60_000

/**
 * Creates the line of plain text that the wallet shows to the user. The seal proves that the site wrote it, and covers the purpose and
 * the page's verifier, so nothing is stored about challenges that are never used.
 */
export function createChallenge(
  site: { secret: UseKey; publicUrl: string },
  request: ChallengeRequest,
  nowMs: number,
): string {
  const id = randomBytes(16).toString('base64url')
  const text = unsealedText(
    site.publicUrl,
    request.purpose,
    request.username ?? '',
    Math.floor(nowMs / 1000) * 1000,
    id,
  )
  return `${text} Seal ${seal(currentOf(site.secret), request.purpose, text, request.bind ?? '')}`
}

/** Checks a challenge, except for its signature and whether it was used before. The caller checks the latter by `id`. */
export function checkChallenge(
  site: { secret: UseKey; publicUrl: string },
  given: { challenge: string; purpose: ChallengePurpose; username: string; verifier?: string | undefined },
  nowMs: number,
): ChallengeCheck {
  const fields = /^(.* Issued (\S+), valid \d+ minutes\. Id ([\w-]{22})\.) Seal ([\w-]{43})$/.exec(given.challenge)
  const [, text, issued, id, givenSeal] = fields ?? []
  if (!text || !issued || !id || !givenSeal) return { ok: false, reason: 'invalid' }

  const bind = given.verifier ? createHash('sha256').update(given.verifier).digest('base64url') : ''
  const seals = allOf(site.secret).map((key) => seal(key, given.purpose, text, bind))
  const isSealed = seals.some((expected) => timingSafeEqual(Buffer.from(givenSeal), Buffer.from(expected)))
  if (!isSealed) return { ok: false, reason: 'invalid' }

  // The seal proves that the site wrote the text. This proves that it was written for the site's present address and for this user.
  const issuedMs = Date.parse(issued)
  const isOurs = ['', given.username].some(
    (username) => unsealedText(site.publicUrl, given.purpose, username, issuedMs, id) === text,
  )
  if (!isOurs) return { ok: false, reason: 'invalid' }

  const expiresAtMs = issuedMs + limits.challengeLifeMs
  if (nowMs >= expiresAtMs || issuedMs > nowMs + futureSkewMs) return { ok: false, reason: 'expired' }
  return { ok: true, id, expiresAtMs }
}

function unsealedText(
  publicUrl: string,
  purpose: ChallengePurpose,
  username: string,
  issuedMs: number,
  id: string,
): string {
  const whom = username ? ` as @${username}` : ''
  const issued = new Date(issuedMs).toISOString().replace('.000Z', 'Z')
  return `${openings[purpose]} ${new URL(publicUrl).host}${whom}. Only approve this on ${publicUrl}. Issued ${issued}, valid ${lifeMinutes} minutes. Id ${id}.`
}

function seal(secret: Uint8Array, purpose: ChallengePurpose, text: string, bind: string): string {
  return hmacSha256(secret, `${purpose}\n${bind}\n${text}`).toString('base64url')
}
