import type { RtmpLimits } from '../limits.ts'

/** Counts the open connections that do not publish, and the recent wrong stream keys, of each address. */
export interface AddressLimits {
  /** Counts one more unpublished connection. False, without counting it, when the address has reached its limit. */
  admit(remoteAddress: string): boolean
  release(remoteAddress: string): void
  countWrongKey(remoteAddress: string): void
  /** True while the address is blocked after too many wrong keys. */
  isBlocked(remoteAddress: string): boolean
}

const minuteMs = 60_000
/** How many addresses with wrong keys are remembered. The oldest are forgotten first. */
const maxRemembered = 10_000

export function createAddressLimits(limits: RtmpLimits, now: () => number): AddressLimits {
  const unpublished = new Map<string, number>()
  const wrongKeys = new Map<string, { count: number; sinceMs: number; penaltyUntilMs: number }>()

  return {
    admit(remoteAddress) {
      const key = addressGroup(remoteAddress)
      const count = unpublished.get(key) ?? 0
      if (count >= limits.maxUnpublishedPerAddress) return false
      unpublished.set(key, count + 1)
      return true
    },
    release(remoteAddress) {
      const key = addressGroup(remoteAddress)
      const count = unpublished.get(key) ?? 0
      if (count > 1) unpublished.set(key, count - 1)
      else unpublished.delete(key)
    },
    countWrongKey(remoteAddress) {
      const key = addressGroup(remoteAddress)
      const nowMs = now()
      const known = wrongKeys.get(key)
      const entry = known && nowMs - known.sinceMs < minuteMs ? known : { count: 0, sinceMs: nowMs, penaltyUntilMs: 0 }
      entry.count += 1
      if (entry.count > limits.maxWrongKeysPerMinute) entry.penaltyUntilMs = nowMs + limits.wrongKeyPenaltyMs
      wrongKeys.delete(key)
      wrongKeys.set(key, entry)
      if (wrongKeys.size > maxRemembered) wrongKeys.delete(wrongKeys.keys().next().value!)
    },
    isBlocked(remoteAddress) {
      return now() < (wrongKeys.get(addressGroup(remoteAddress))?.penaltyUntilMs ?? 0)
    },
  }
}

/** The address itself for IPv4, its /64 for IPv6, because one customer owns all of it (RFC 6177). */
export function addressGroup(remoteAddress: string): string {
  const address = plainAddress(remoteAddress)
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

/** Removes the IPv6 prefix of an IPv4-mapped address. */
export function plainAddress(remoteAddress: string): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
