import { createECDH, createPrivateKey, sign } from 'node:crypto'

/** The order of the curve P-256 (NIST SP 800-186, section 3.2.1.3). */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** RFC 8292 section 2: not more than 24 hours. */
const tokenLifeMs = 12 * 60 * 60_000

/** The key pair with which push services know the site (RFC 8292). */
export interface VapidKey {
  /** The point in base64url: what browsers subscribe with. */
  publicKey: string
  /** An ECDSA signature with SHA-256, as r and s. */
  sign(text: string): Buffer
}

/**
 * Makes the key pair from 48 random bytes as FIPS 186-5 does in appendix A.2.1: 'd = (c mod (n-1)) + 1', with 64 bits and more beyond the
 * length of the order, so that no private key is likelier than another.
 */
export function vapidKeyOf(seed: Uint8Array): VapidKey {
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (curveOrder - 1n)) + 1n
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x: part(1, 33), y: part(33, 65) }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    publicKey: point.toString('base64url'),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
  }
}

/** The header `authorization` of a request to a push service. `siteUrl` tells its maker whom to ask about these requests. */
export function vapidHeader(
  key: VapidKey,
  { endpoint, siteUrl, nowMs }: { endpoint: string; siteUrl: string; nowMs: number },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor((nowMs + tokenLifeMs) / 1000),
    // Section 2.1 knows addresses of mail and https. A sandbox has neither.
    ...(siteUrl.startsWith('https:') && { sub: siteUrl }),
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  return `vapid t=${signed}.${key.sign(signed).toString('base64url')}, k=${key.publicKey}`
}
