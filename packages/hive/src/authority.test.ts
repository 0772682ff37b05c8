import { createHash } from 'node:crypto'
import { PrivateKey } from 'hive-tx'
import { describe, expect, it } from 'vitest'
import type { Authority } from './authority.ts'
import { keySatisfies, parseAccount, parseAuthority } from './authority.ts'
import { sandboxPrivateKey, sandboxPublicKey } from './sandbox/accounts.ts'
import { recoverPublicKey } from './signature.ts'

const challenge = 'Sign in to streams.example as @alice.'
const posting = sandboxPrivateKey('alice', 'posting')
const other = sandboxPrivateKey('bob', 'posting')
const postingPublic = sandboxPublicKey('alice', 'posting')
const otherPublic = sandboxPublicKey('bob', 'posting')

function sign(key: PrivateKey, message = challenge): string {
  return key.sign(new Uint8Array(createHash('sha256').update(message).digest())).customToString()
}

function authority(threshold: number, keys: [string, number][], accounts: [string, number][] = []): Authority {
  return { weight_threshold: threshold, account_auths: accounts, key_auths: keys }
}

function highS(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const header = ((Number.parseInt(signature.slice(0, 2), 16) - 31) ^ 1) + 31
  const s = order - BigInt(`0x${signature.slice(66)}`)
  return header.toString(16) + signature.slice(2, 66) + s.toString(16).padStart(64, '0')
}

const usual = authority(1, [[postingPublic, 1]])
const isSignedIn = (auth: Authority, signature: string, message = challenge) => {
  const key = recoverPublicKey(message, signature)
  return key !== undefined && keySatisfies(auth, key)
}

describe('signing in with a posting key (T2)', () => {
  it.each<[string, Authority, string, string, boolean]>([
    ['the posting key', usual, sign(posting), challenge, true],
    ['the posting key, signed again', usual, sign(posting), challenge, true],
    [
      'the second of two keys',
      authority(1, [
        [otherPublic, 1],
        [postingPublic, 1],
      ]),
      sign(posting),
      challenge,
      true,
    ],
    ['weight above the threshold', authority(2, [[postingPublic, 5]]), sign(posting), challenge, true],
    ['weight equal to the threshold', authority(65535, [[postingPublic, 65535]]), sign(posting), challenge, true],
    [
      'one strong key of several',
      authority(3, [
        [otherPublic, 1],
        [postingPublic, 3],
      ]),
      sign(posting),
      challenge,
      true,
    ],
    ['upper-case hex', usual, sign(posting).toUpperCase(), challenge, true],
    ['a non-ASCII message', usual, sign(posting, 'Grüße ✓'), 'Grüße ✓', true],
    ['a rotated key', authority(1, [[otherPublic, 1]]), sign(posting), challenge, false],
    ['the active key', usual, sign(sandboxPrivateKey('alice', 'active')), challenge, false],
    ['the owner key', usual, sign(sandboxPrivateKey('alice', 'owner')), challenge, false],
    ['the memo key', usual, sign(sandboxPrivateKey('alice', 'memo')), challenge, false],
    ["another user's key", usual, sign(other), challenge, false],
    ['a stranger', usual, sign(PrivateKey.fromSeed('stranger')), challenge, false],
    [
      'half of a multisig',
      authority(2, [
        [postingPublic, 1],
        [otherPublic, 1],
      ]),
      sign(posting),
      challenge,
      false,
    ],
    [
      'half of a multisig listed twice',
      authority(2, [
        [postingPublic, 1],
        [postingPublic, 1],
      ]),
      sign(posting),
      challenge,
      false,
    ],
    ['weight one short', authority(65535, [[postingPublic, 65534]]), sign(posting), challenge, false],
    ['weight zero', authority(1, [[postingPublic, 0]]), sign(posting), challenge, false],
    ['threshold zero', authority(0, [[postingPublic, 0]]), sign(posting), challenge, false],
    ['an empty authority', authority(1, []), sign(posting), challenge, false],
    [
      'only through an authorised account',
      authority(1, [[otherPublic, 1]], [['alice', 1]]),
      sign(posting),
      challenge,
      false,
    ],
    ['a key text as account name', authority(1, [], [[postingPublic, 1]]), sign(posting), challenge, false],
    ['a signature of other words', usual, sign(posting, 'something else'), challenge, false],
    ['a message with another case', usual, sign(posting), challenge.toUpperCase(), false],
    ['a message with a look-alike letter', usual, sign(posting), challenge.replace('a', '\u0430'), false],
    ['a message in another normal form', usual, sign(posting, 'é'), 'e\u0301', false],
    ['the high-s twin', usual, highS(sign(posting)), challenge, false],
    ['garbage of 130 digits', usual, '1f'.repeat(65), challenge, false],
    ['10 kB of hex', usual, sign(posting).repeat(77), challenge, false],
    ['an empty signature', usual, '', challenge, false],
    ['a key that ends alike', authority(1, [[`STM${postingPublic}`, 1]]), sign(posting), challenge, false],
    ['a key in another case', authority(1, [[postingPublic.toLowerCase(), 1]]), sign(posting), challenge, false],
  ])('%s', (_name, auth, signature, message, expected) => {
    expect(isSignedIn(auth, signature, message)).toBe(expected)
  })
})

describe('reading authorities', () => {
  it('sorts the members, so that equal authorities read the same', () => {
    const one = parseAuthority({
      weight_threshold: 1,
      account_auths: [
        ['b', 1],
        ['a', 1],
      ],
      key_auths: [
        ['Y', 1],
        ['X', 2],
      ],
    })
    const two = parseAuthority({
      weight_threshold: 1,
      account_auths: [
        ['a', 1],
        ['b', 1],
      ],
      key_auths: [
        ['X', 2],
        ['Y', 1],
      ],
    })
    expect(one).toEqual(two)
    expect(JSON.stringify(one)).toBe(JSON.stringify(two))
  })

  it.each([
    null,
    [],
    'posting',
    {},
    { weight_threshold: '1', account_auths: [], key_auths: [] },
    { weight_threshold: -1, account_auths: [], key_auths: [] },
    { weight_threshold: 1.5, account_auths: [], key_auths: [] },
    { weight_threshold: 1, account_auths: {}, key_auths: [] },
    { weight_threshold: 1, account_auths: [], key_auths: [['STM', '1']] },
    { weight_threshold: 1, account_auths: [], key_auths: [['STM']] },
    { weight_threshold: 1, account_auths: [], key_auths: [[7, 1]] },
    { weight_threshold: 1, account_auths: [], key_auths: Array.from({ length: 300 }, () => ['STM', 1]) },
  ])('refuses %j', (value) => {
    expect(parseAuthority(value)).toBeUndefined()
    expect(parseAccount({ name: 'alice', owner: usual, active: usual, posting: value })).toBeUndefined()
  })
})
