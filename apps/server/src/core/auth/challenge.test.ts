import { createHash } from 'node:crypto'
import { limits } from '@waggle/contract/limits'
import { describe, expect, it } from 'vitest'
import { checkChallenge, createChallenge } from './challenge.ts'

const site = { secret: Buffer.alloc(32, 1), publicUrl: 'https://live.example' }
const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0, 250)
const verifier = 'a-verifier-that-only-the-page-knows'
const bind = createHash('sha256').update(verifier).digest('base64url')

const bound = createChallenge(site, { purpose: 'login', username: 'alice', bind }, nowMs)
const open = createChallenge(site, { purpose: 'login' }, nowMs)

function check(
  challenge: string,
  changes: Partial<Parameters<typeof checkChallenge>[1]> = {},
  atMs = nowMs,
  where = site,
) {
  const result = checkChallenge(where, { challenge, purpose: 'login', username: 'alice', verifier, ...changes }, atMs)
  return result.ok ? 'ok' : result.reason
}

describe('challenge', () => {
  it('[AUTH-6] is one short line of plain text that names site, account, time and lifetime, and is not JSON', () => {
    expect(bound).toMatch(
      /^Sign in to live\.example as @alice\. Only approve this on https:\/\/live\.example\. Issued 2026-11-21T03:00:00Z, valid 5 minutes\. Id [\w-]{22}\. Seal [\w-]{43}$/,
    )
    expect(open).toContain('Sign in to live.example. Only approve')
    expect(createChallenge(site, { purpose: 'stream-key', username: 'alice' }, nowMs)).toMatch(
      /^Create a stream key for live\.example as @alice\./,
    )
    const longest = { secret: site.secret, publicUrl: `https://${'a'.repeat(60)}.${'b'.repeat(39)}` }
    expect(createChallenge(longest, { purpose: 'stream-key', username: 'a'.repeat(16) }, nowMs).length).toBeLessThan(
      limits.challengeMaxLength,
    )
  })

  it('is valid on the page that requested it, for the account it names', () => {
    expect(check(bound)).toBe('ok')
    expect(check(open, { verifier: undefined, username: 'bob' })).toBe('ok')
  })

  it('has a new id every time', () => {
    const ids = Array.from({ length: 50 }, () => {
      const result = checkChallenge(
        site,
        { challenge: createChallenge(site, { purpose: 'login' }, nowMs), purpose: 'login', username: 'bob' },
        nowMs,
      )
      return result.ok ? result.id : ''
    })
    expect(new Set(ids).size).toBe(50)
    expect(ids).not.toContain('')
  })

  it.each<[string, () => string]>([
    ['for another account', () => check(bound, { username: 'bob' })],
    ['for another purpose', () => check(bound, { purpose: 'stream-key' })],
    ['with another verifier', () => check(bound, { verifier: 'another' })],
    ['without its verifier', () => check(bound, { verifier: undefined })],
    ['with a verifier it was not bound to', () => check(open, { verifier })],
    ['of a site with another secret', () => check(bound, {}, nowMs, { ...site, secret: Buffer.alloc(32, 2) })],
    ['of a site with another name', () => check(bound, {}, nowMs, { ...site, publicUrl: 'https://other.example' })],
    ['with a later date', () => check(bound.replace('03:00:00Z', '03:04:00Z'))],
    ['with another account written in', () => check(bound.replace('@alice', '@bobby'), { username: 'bobby' })],
    ['with another id', () => check(bound.replace(/Id (.)/, (_, first) => (first === 'A' ? 'Id B' : 'Id A')))],
    ['with more text', () => check(`${bound} and all my money`)],
    ['with a text before it', () => check(`I agree. ${bound}`)],
    ['without a seal', () => check(bound.replace(/ Seal .*/, ''))],
    ['that is empty', () => check('')],
    ['that is garbage', () => check('\u0000'.repeat(400))],
  ])('is refused %s', (_case, result) => {
    expect(result()).toBe('invalid')
  })

  it('lives five minutes, to the second', () => {
    const issuedMs = Math.floor(nowMs / 1000) * 1000
    expect(check(bound, {}, issuedMs + limits.challengeLifeMs - 1)).toBe('ok')
    expect(check(bound, {}, issuedMs + limits.challengeLifeMs)).toBe('expired')
  })

  it('may be issued by a machine whose clock is up to a minute ahead', () => {
    const issuedMs = Math.floor(nowMs / 1000) * 1000
    expect(check(bound, {}, issuedMs - 60_000)).toBe('ok')
    expect(check(bound, {}, issuedMs - 60_001)).toBe('expired')
  })
})
