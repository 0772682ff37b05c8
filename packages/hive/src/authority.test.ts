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

const typical = authority(1, [[postingPublic, 1]])
const isSignedIn = (auth: Authority, signature: string, message = challenge) => {
  const key = recoverPublicKey(message, signature)
  return key !== undefined && keySatisfies(auth, key)
}

describe('[T2] signing in with a posting key', () => {
  it.each<[string, Authority, string, string, boolean]>([
    ['the posting key', typical, sign(posting), challenge, true],
    ['the posting key, in a second signature', typical, sign(posting), challenge, true],
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
    ['upper-case hex', typical, sign(posting).toUpperCase(), challenge, true],
    ['a non-ASCII message', typical, sign(posting, 'Grüße ✓'), 'Grüße ✓', true],
    ['a rotated key', authority(1, [[otherPublic, 1]]), sign(posting), challenge, false],
    ['the active key', typical, sign(sandboxPrivateKey('alice', 'active')), challenge, false],
    ['the owner key', typical, sign(sandboxPrivateKey('alice', 'owner')), challenge, false],
    ['the memo key', typical, sign(sandboxPrivateKey('alice', 'memo')), challenge, false],
    ["another user's key", typical, sign(other), challenge, false],
    ['a stranger', typical, sign(PrivateKey.fromSeed('stranger')), challenge, false],
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
      'half of a multisig whose key is listed twice',
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
      'a key that the authority trusts only through an account',
      authority(1, [[otherPublic, 1]], [['alice', 1]]),
      sign(posting),
      challenge,
      false,
    ],
    [
      'a public key in place of an account name',
      authority(1, [], [[postingPublic, 1]]),
      sign(posting),
      challenge,
      false,
    ],
    ['a signature of another message', typical, sign(posting, 'something else'), challenge, false],
    ['a message with another case', typical, sign(posting), challenge.toUpperCase(), false],
    ['a message with a look-alike letter', typical, sign(posting), challenge.replace('a', '\u0430'), false],
    ['a message in another Unicode normal form', typical, sign(posting, 'é'), 'e\u0301', false],
    ['the equivalent signature with high s', typical, highS(sign(posting)), challenge, false],
    ['garbage of 130 digits', typical, '1f'.repeat(65), challenge, false],
    ['10 kB of hex', typical, sign(posting).repeat(77), challenge, false],
    ['an empty signature', typical, '', challenge, false],
    ['a longer key with the same ending', authority(1, [[`STM${postingPublic}`, 1]]), sign(posting), challenge, false],
    ['a key in another case', authority(1, [[postingPublic.toLowerCase(), 1]]), sign(posting), challenge, false],
  ])('%s', (_name, auth, signature, message, expected) => {
    expect(isSignedIn(auth, signature, message)).toBe(expected)
  })
})

describe('parsing authorities', () => {
  it('sorts the members, so that equal authorities compare equal', () => {
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
    expect(parseAccount({ name: 'alice', owner: typical, active: typical, posting: value })).toBeUndefined()
  })
})
