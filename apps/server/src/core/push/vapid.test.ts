import { expect, it } from 'vitest'
import { readVapid } from '../../testing/push/push-browser.ts'
import { vapidHeader, vapidKeyOf } from './vapid.ts'

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** The base point of P-256 and its negative (SEC 2, section 2.4.2). */
const x = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'
const y = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'
const minusY = 'b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a'

const seed = (value: bigint) => Buffer.from(value.toString(16).padStart(96, '0'), 'hex')
const point = (ordinate: string) => Buffer.from(`04${x}${ordinate}`, 'hex').toString('base64url')

it.each([
  ['0, which is 1', 0n, y],
  ['n - 2, which is n - 1', order - 2n, minusY],
  ['n - 1, which is 1 again', order - 1n, y],
  ['the largest with remainder 0', ((1n << 384n) / (order - 1n)) * (order - 1n) - (order - 1n), y],
])('reduces a seed to a private key as FIPS 186-5 A.2.1 does: %s', (_what, value, ordinate) => {
  expect(vapidKeyOf(seed(value)).publicKey).toBe(point(ordinate))
})

it('[T45] tells a push service by a signature which site calls it, for half a day and for this service alone', () => {
  const key = vapidKeyOf(Buffer.alloc(48, 7))
  const nowMs = Date.UTC(2026, 11, 1)
  const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc'
  const header = vapidHeader(key, { endpoint, siteUrl: 'https://live.example', nowMs })
  expect(readVapid(header)).toEqual({
    publicKey: key.publicKey,
    claims: {
      aud: 'https://updates.push.services.mozilla.com',
      exp: nowMs / 1000 + 12 * 3600,
      sub: 'https://live.example',
    },
  })
  expect(() => readVapid(header.replace('t=e', 't=f'))).toThrow()
  const ofSandbox = vapidHeader(key, { endpoint, siteUrl: 'http://127.0.0.1:8080', nowMs })
  expect(readVapid(ofSandbox).claims).not.toHaveProperty('sub')
})
