import { createHash } from 'node:crypto'
import { PrivateKey } from 'hive-tx'
import { describe, expect, it } from 'vitest'
import { recoverPublicKey } from './signature.ts'

/** Created with the real Hive Keychain extension and a throw-away key. */
const message = 'localhost wants you to sign in with your Hive account alice\nNonce: 0123456789abcdef\nÜñïcode ✓'
const signature =
  '20291f41f69fc8f4fbf5d3b76b8baa3d626fbe12c902959699218af6a009cb2a132a771536345d3988fb43e1ffb098a2041b6855d30a22e40b4435ca876bf37098'
const publicKey = 'STM8LdDooLPhEqvSAM31V74F94tmtoNFzNSLRSaHPXnmhLPWKW9eM'

/** The order of secp256k1 (SEC 2 section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('recoverPublicKey', () => {
  it("recovers the wallet's key from its signature", () => {
    expect(recoverPublicKey(message, signature)).toBe(publicKey)
    expect(recoverPublicKey(message, signature.toUpperCase())).toBe(publicKey)
  })

  it('recovers the same key from an uncompressed header', () => {
    const header = (Number.parseInt(signature.slice(0, 2), 16) - 4).toString(16)
    expect(recoverPublicKey(message, header + signature.slice(2))).toBe(publicKey)
  })

  it('recovers the keys of a hundred signatures by hive-tx', () => {
    const key = PrivateKey.fromLogin('alice', 'waggle-sandbox', 'posting')
    for (let index = 0; index < 100; index++) {
      const text = `message ${index} 🐝`
      const digest = new Uint8Array(createHash('sha256').update(text).digest())
      expect(recoverPublicKey(text, key.sign(digest).customToString())).toBe(key.createPublic().toString())
    }
  })

  it('recovers another key for another message', () => {
    expect(recoverPublicKey(`${message} `, signature)).not.toBe(publicKey)
  })

  it('refuses the equivalent signature with high s', () => {
    const header = Number.parseInt(signature.slice(0, 2), 16)
    const twinHeader = (((header - 31) ^ 1) + 31).toString(16)
    const s = BigInt(`0x${signature.slice(66)}`)
    const twin = twinHeader + signature.slice(2, 66) + (order - s).toString(16).padStart(64, '0')
    expect(recoverPublicKey(message, twin)).toBeUndefined()
  })

  it.each([
    ['an empty text', ''],
    ['one digit short', signature.slice(1)],
    ['one digit more', `${signature}0`],
    ['a line break after it', `${signature}\n`],
    ['not hex', 'g'.repeat(130)],
    ['all zero', '0'.repeat(130)],
    ['all ones', 'f'.repeat(130)],
    ['header 26', `1a${signature.slice(2)}`],
    ['header 35', `23${signature.slice(2)}`],
    ['r zero', `1f${'0'.repeat(64)}${signature.slice(66)}`],
    ['s zero', signature.slice(0, 66) + '0'.repeat(64)],
    ['r equal to the order', `1f${order.toString(16)}${signature.slice(66)}`],
    ['r beyond the field with recovery id 3', `22${'f'.repeat(64)}${signature.slice(66)}`],
    ['10 kB of hex', 'ab'.repeat(5000)],
    ['full-width digits', '２'.repeat(130)],
  ])('refuses %s', (_name, garbage) => {
    expect(recoverPublicKey(message, garbage)).toBeUndefined()
  })

  it('never throws for random bytes or another type', () => {
    for (let index = 0; index < 300; index++) {
      const random = createHash('sha512').update(String(index)).digest('hex') + signature.slice(2, 4)
      const header = (27 + (index % 8)).toString(16)
      expect(() => recoverPublicKey(message, (header + random).slice(0, 130))).not.toThrow()
    }
    for (const value of [null, undefined, 7, {}, []]) expect(recoverPublicKey(message, value as never)).toBeUndefined()
  })
})
