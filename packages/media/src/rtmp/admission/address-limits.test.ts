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
    const slots = [addresses.admit('a'), addresses.admit('a'), addresses.admit('a'), addresses.admit('b')]
    expect(slots.map(Boolean)).toEqual([true, true, false, true])
    slots[0]?.release()
    slots[0]?.release()
    expect([addresses.admit('a'), addresses.admit('a')].map(Boolean)).toEqual([true, false])
  })

  it('makes room by closing the oldest connection of the address that may be closed', () => {
    const addresses = createAddressLimits({ ...defaultRtmpLimits, maxUnpublishedPerAddress: 3 }, () => 0)
    const closed: number[] = []
    for (const index of [0, 1, 2]) {
      const slot = addresses.admit('a')
      if (slot && index > 0) slot.makeRoom = () => closed.push(index)
    }
    expect([addresses.admit('a'), addresses.admit('a'), addresses.admit('a')].map(Boolean)).toEqual([true, true, false])
    expect(closed).toEqual([1, 2])
  })

  it('[T4] checks the keys of an address one at a time for a minute after more than ten wrong ones in a minute', async () => {
    let nowMs = 0
    const addresses = createAddressLimits({ ...defaultRtmpLimits, penalizedKeyIntervalMs: 0 }, () => nowMs)
    /** How many of five checks run at the same time. */
    async function countParallel(address: string): Promise<number> {
      let running = 0
      let most = 0
      const check = async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        return true
      }
      await Promise.all(Array.from({ length: 5 }, () => addresses.checkKey(address, check)))
      return most
    }
    for (let count = 0; count < 10; count++) addresses.countWrongKey('a')
    expect(await countParallel('a')).toBe(5)
    addresses.countWrongKey('a')
    expect([await countParallel('a'), await countParallel('b')]).toEqual([1, 5])
    nowMs = 59_999
    expect(await countParallel('a')).toBe(1)
    nowMs = 60_000
    expect(await countParallel('a')).toBe(5)
    for (let count = 0; count < 10; count++) addresses.countWrongKey('a')
    expect(await countParallel('a')).toBe(5)
  })

  it('[T4] lets an address that guesses keys check fifty a second, and skips those that nobody waits for', async () => {
    const addresses = createAddressLimits(defaultRtmpLimits, () => 0)
    for (let count = 0; count < 11; count++) addresses.countWrongKey('a')
    const startMs = performance.now()
    const skipped = Array.from({ length: 10_000 }, () => addresses.checkKey('a', () => undefined))
    await Promise.all([...skipped, addresses.checkKey('a', async () => true)])
    expect(performance.now() - startMs).toBeLessThan(1000)
    const beforeMs = performance.now()
    await Promise.all(Array.from({ length: 11 }, () => addresses.checkKey('a', async () => true)))
    // A timer may fire up to one millisecond early.
    expect(performance.now() - beforeMs).toBeGreaterThan(10 * (defaultRtmpLimits.penalizedKeyIntervalMs - 1))
  })
})
