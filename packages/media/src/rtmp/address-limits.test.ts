import { describe, expect, it } from 'vitest'
import { addressGroup, createAddressLimits, plainAddress } from './address-limits.ts'
import { defaultRtmpLimits } from './limits.ts'

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

  it('shows mapped addresses plainly', () => expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1'))
})

describe('createAddressLimits', () => {
  it('lets an address have so many unpublished connections', () => {
    const addresses = createAddressLimits({ ...defaultRtmpLimits, maxUnpublishedPerAddress: 2 }, () => 0)
    expect([addresses.enter('a'), addresses.enter('a'), addresses.enter('a'), addresses.enter('b')]).toEqual([
      true,
      true,
      false,
      true,
    ])
    addresses.leave('a')
    expect(addresses.enter('a')).toBe(true)
  })

  it('[T4] makes an address wait a minute after ten wrong keys in a minute', () => {
    let nowMs = 0
    const addresses = createAddressLimits(defaultRtmpLimits, () => nowMs)
    for (let count = 0; count < 10; count++) addresses.countWrongKey('a')
    expect(addresses.isPenalised('a')).toBe(false)
    addresses.countWrongKey('a')
    expect([addresses.isPenalised('a'), addresses.isPenalised('b')]).toEqual([true, false])
    nowMs = 59_999
    expect(addresses.isPenalised('a')).toBe(true)
    nowMs = 60_000
    expect(addresses.isPenalised('a')).toBe(false)
    for (let count = 0; count < 10; count++) addresses.countWrongKey('a')
    expect(addresses.isPenalised('a')).toBe(false)
  })
})
