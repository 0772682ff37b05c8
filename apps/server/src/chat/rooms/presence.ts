import { randomUUID } from 'node:crypto'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { RoomCount } from '../../shared-state/chat-notice.ts'
import type { ChatContext } from '../context.ts'
import type { Room } from './room.ts'

const tellIntervalMs = 5000
/** A process that has not repeated its count for so long is gone. */
const countLifeMs = 30_000
const repeatEveryMs = 10_000
/** Big rooms hear of their number more rarely: telling everyone costs as much as a message. */
const tellMsPerMember = 1

/**
 * Who is in the rooms, over all processes: each tells the others how many it has, when that changes and every ten seconds.
 * An account that is in one room through two processes counts once as long as the lists of names are whole.
 */
export function createPresence(context: ChatContext, rooms: ReadonlyMap<string, Room>) {
  const self = randomUUID()
  const counts = new Map<string, Map<string, RoomCount & { untilMs: number }>>()
  const told = new Map<string, { viewers: number; atMs: number }>()
  const published = new Map<string, { text: string; atMs: number }>()

  function hear(count: RoomCount): void {
    const ofChannel = counts.get(count.channel) ?? new Map()
    if (count.anonymous === 0 && count.userCount === 0) ofChannel.delete(count.process)
    else ofChannel.set(count.process, { ...count, untilMs: performance.now() + countLifeMs })
    if (ofChannel.size > 0) counts.set(count.channel, ofChannel)
    else counts.delete(count.channel)
  }

  function inRoom(channel: string): { viewers: number; users: string[] } {
    const here = rooms.get(channel)?.count()
    const elsewhere = [...(counts.get(channel)?.values() ?? [])].filter(
      (count) => count.process !== self && count.untilMs > performance.now(),
    )
    const all = here ? [here, ...elsewhere] : elsewhere
    const users = new Set(all.flatMap((count) => count.users))
    const unnamed = all.reduce((sum, count) => sum + count.anonymous + count.userCount - count.users.length, 0)
    return { viewers: users.size + unnamed, users: [...users].sort().slice(0, chatLimits.presenceNamesMax) }
  }

  function tell(): void {
    const nowMs = performance.now()
    for (const [channel, room] of rooms) {
      publishCount(channel, { process: self, channel, ...room.count() }, nowMs)
      const { viewers } = inRoom(channel)
      const last = told.get(channel)
      const isDue = !last || nowMs - last.atMs >= room.members.size * tellMsPerMember
      if (last?.viewers === viewers || !isDue) continue
      told.set(channel, { viewers, atMs: nowMs })
      room.send('presence', { channel, viewers })
    }
    for (const channel of [...published.keys()]) {
      if (rooms.has(channel)) continue
      publishCount(channel, { process: self, channel, anonymous: 0, userCount: 0, users: [] }, nowMs)
      published.delete(channel)
      told.delete(channel)
    }
    for (const [channel, ofChannel] of counts) {
      for (const [process, count] of ofChannel) if (count.untilMs <= nowMs) ofChannel.delete(process)
      if (ofChannel.size === 0) counts.delete(channel)
    }
  }

  function publishCount(channel: string, count: RoomCount, nowMs: number): void {
    const text = JSON.stringify(count)
    const last = published.get(channel)
    if (last?.text === text && nowMs - last.atMs < repeatEveryMs) return
    published.set(channel, { text, atMs: nowMs })
    // A lost count is repeated; the store's own listener logs that it cannot be reached.
    context.state.publish('chat-count', count).catch(() => undefined)
  }

  const timer = setInterval(tell, tellIntervalMs)
  timer.unref()
  return {
    inRoom,
    async start() {
      await context.state.subscribe('chat-count', hear)
    },
    stop: () => clearInterval(timer),
  }
}

export type PresenceBoard = ReturnType<typeof createPresence>
