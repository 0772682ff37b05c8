import { describe, expect, it } from 'vitest'
import { checkHlsToken, issueHlsToken } from './hls-token.ts'

const secret = Buffer.alloc(32, 7)
const streamId = 'k3f9x2m7q1w8e5r4t6y0'
const nowMs = 1_800_000_000_000
const expiresAtMs = nowMs + 3_600_000

describe('HLS token', () => {
  const text = issueHlsToken(secret, streamId, expiresAtMs)

  it('opens its stream until it expires', () => {
    expect(checkHlsToken(secret, text, expiresAtMs - 1)).toMatchObject({ ok: true, token: { streamId, expiresAtMs } })
    expect(checkHlsToken(secret, text, expiresAtMs)).toEqual({ ok: false, reason: 'expired' })
  })

  it('needs no escaping in an address', () => {
    expect(encodeURIComponent(text)).toBe(text)
  })

  it('keeps the viewer when it is issued for the same viewer id, and is a new viewer otherwise', () => {
    const viewerOf = (token: string) => {
      const check = checkHlsToken(secret, token, nowMs)
      return check.ok ? check.token.viewerId : undefined
    }
    expect(viewerOf(issueHlsToken(secret, streamId, expiresAtMs + 1, viewerOf(text)))).toBe(viewerOf(text))
    expect(viewerOf(issueHlsToken(secret, streamId, expiresAtMs))).not.toBe(viewerOf(text))
  })

  it.each([
    ['another secret', () => checkHlsToken(Buffer.alloc(32, 8), text, nowMs), 'forged'],
    ['another stream written in', () => checkHlsToken(secret, text.replace('k3f9', 'k3f8'), nowMs), 'forged'],
    [
      'a later expiry written in',
      () => checkHlsToken(secret, text.replace(/\.[^.]+(?=\.[^.]+$)/, '.zzzzzzzzz'), nowMs),
      'forged',
    ],
    ['a cut seal', () => checkHlsToken(secret, text.slice(0, -1), nowMs), 'forged'],
    ['nothing in it', () => checkHlsToken(secret, '', nowMs), 'malformed'],
    ['a session token in its place', () => checkHlsToken(secret, 'A'.repeat(43), nowMs), 'malformed'],
    ['ten thousand characters', () => checkHlsToken(secret, `${text}${'a'.repeat(10_000)}`, nowMs), 'malformed'],
  ])('with %s is refused', (_case, check, reason) => {
    expect(check()).toEqual({ ok: false, reason })
  })
})
