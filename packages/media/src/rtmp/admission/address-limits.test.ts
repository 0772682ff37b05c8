import { describe, expect, it } from 'vitest'
import { defaultRtmpLimits } from '../limits.ts'
import { addressGroup, createAddressLimits, plainAddress } from './address-limits.ts'

describe('addressGroup', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%j belongs to %j', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })

  it('shortens IPv4-mapped addresses', () => expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1'))
})

describe('createAddressLimits', () => {
  it('limits the unpublished connections of an address', () => {
    const addresses = createAddressLimits({ ...defaultRtmpLimits, maxUnpublishedPerAddress: 2 }, () => 0)
    expect([addresses.admit('a'), addresses.admit('a'), addresses.admit('a'), addresses.admit('b')]).toEqual([
      true,
      true,
      false,
      true,
    ])
    addresses.release('a')
    expect(addresses.admit('a')).toBe(true)
  })

  it('[T4] blocks an address for a minute after more than ten wrong keys in a minute', () => {
    let nowMs = 0
    const addresses = createAddressLimits(defaultRtmpLimits, () => nowMs)
    for (let count = 0; count < 10; count++) addresses.countWrongKey('a')
    expect(addresses.isBlocked('a')).toBe(false)
    addresses.countWrongKey('a')
    expect([addresses.isBlocked('a'), addresses.isBlocked('b')]).toEqual([true, false])
    nowMs = 59_999
    expect(addresses.isBlocked('a')).toBe(true)
    nowMs = 60_000
    expect(addresses.isBlocked('a')).toBe(false)
    for (let count = 0; count < 10; count++) addresses.countWrongKey('a')
    expect(addresses.isBlocked('a')).toBe(false)
  })
})
