import { setTimeout as wait } from 'node:timers/promises'
import type { RtmpLimits } from '../limits.ts'

/** A place among the unpublished connections of an address. */
export interface AddressSlot {
  /** Closes the connection when a newer one of its address needs the slot. Undefined while the connection must not be closed. */
  makeRoom: (() => void) | undefined
  release(): void
}

/** Bounds the work for each address: its open connections that do not publish, and how fast it can guess stream keys. */
export interface AddressLimits {
  /**
   * Takes a slot for one more unpublished connection. When the address has no free slot, its oldest connection that can make room
   * does so, because connections that stall must not lock out an encoder at the same address. Undefined when none can.
   */
  admit(remoteAddress: string): AddressSlot | undefined
  countWrongKey(remoteAddress: string): void
  /**
   * Runs a check of a key: at once, or one at a time and slowly for an address that has sent too many wrong keys. No check is
   * refused, because an encoder with the right key may share that address. `check` returns undefined when nobody waits for it any
   * more; the next one then follows at once.
   */
  checkKey<Result>(remoteAddress: string, check: () => Promise<Result> | undefined): Promise<Result | undefined>
}

const minuteMs = 60_000
/** How many addresses with wrong keys are remembered. The oldest are forgotten first. */
const maxRemembered = 10_000

export function createAddressLimits(limits: RtmpLimits, now: () => number): AddressLimits {
  const slots = new Map<string, Set<AddressSlot>>()
  const wrongKeys = new Map<string, { count: number; sinceMs: number; slowUntilMs: number }>()
  /** The last check in line of each slowed address. */
  const lines = new Map<string, Promise<unknown>>()

  function makeRoom(group: string): void {
    for (const slot of slots.get(group) ?? []) {
      if (!slot.makeRoom) continue
      slot.makeRoom()
      slot.release()
      return
    }
  }

  return {
    admit(remoteAddress) {
      const group = addressGroup(remoteAddress)
      if ((slots.get(group)?.size ?? 0) >= limits.maxUnpublishedPerAddress) makeRoom(group)
      const taken = slots.get(group) ?? new Set()
      if (taken.size >= limits.maxUnpublishedPerAddress) return undefined
      const slot: AddressSlot = {
        makeRoom: undefined,
        release() {
          if (taken.delete(slot) && taken.size === 0) slots.delete(group)
        },
      }
      slots.set(group, taken.add(slot))
      return slot
    },
    countWrongKey(remoteAddress) {
      const group = addressGroup(remoteAddress)
      const nowMs = now()
      const known = wrongKeys.get(group)
      const entry = known && nowMs - known.sinceMs < minuteMs ? known : { count: 0, sinceMs: nowMs, slowUntilMs: 0 }
      entry.count += 1
      if (entry.count > limits.maxWrongKeysPerMinute) entry.slowUntilMs = nowMs + limits.wrongKeyPenaltyMs
      wrongKeys.delete(group)
      wrongKeys.set(group, entry)
      if (wrongKeys.size > maxRemembered) wrongKeys.delete(wrongKeys.keys().next().value!)
    },
    async checkKey(remoteAddress, check) {
      const group = addressGroup(remoteAddress)
      const isSlow = now() < (wrongKeys.get(group)?.slowUntilMs ?? 0)
      if (!isSlow) return check()
      const turn = lines.get(group) ?? Promise.resolve()
      const result = turn.then(check)
      const done = result.then(
        (found) => (found === undefined ? undefined : wait(limits.penalizedKeyIntervalMs)),
        () => wait(limits.penalizedKeyIntervalMs),
      )
      lines.set(group, done)
      void done.then(() => {
        if (lines.get(group) === done) lines.delete(group)
      })
      return result
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
