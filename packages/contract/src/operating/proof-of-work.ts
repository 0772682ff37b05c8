/**
 * What a page computes before it sends a notice without a login. A phone needs about a second for it, and whoever sends thousands needs a
 * machine for each. Several puzzles of half the size take about the same time in every case, where one large puzzle depends on luck.
 */
export const noticeProof = {
  puzzles: 16,
  bits: 15,
  /** Time to fill the form in is not part of it: the page requests the challenge when it sends. */
  lifeMs: 10 * 60_000,
} as const

/** The seed (32 bytes), the index of the puzzle and the number that is looked for (4 bytes each, big-endian): SHA-256 of it begins with zeros. */
export const proofInputBytes = 40

/** `{seed}.{expiry}.{seal}`: the first is 32 bytes in hexadecimal. */
export const challengePattern = /^([0-9a-f]{64})\.([0-9a-z]{1,12})\.([A-Za-z0-9_-]{43})$/

export function seedOf(challenge: string): Uint8Array<ArrayBuffer> {
  const hex = challengePattern.exec(challenge)?.[1] ?? ''
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
