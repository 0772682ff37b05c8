import { randomUUID } from 'node:crypto'
import { chatLimits } from '@waggle/contract/chat/limits'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { RoomCount } from '../../shared-state/chat-notice.ts'
import type { ChatContext } from '../context.ts'
import type { Room } from './room.ts'

const updateIntervalMs = 5000
/** A process that has not published its count for this long is gone. */
const countLifetimeMs = 30_000
/** How often a process publishes a count that has not changed. */
const republishIntervalMs = 10_000
/** Large rooms receive their viewer count less often, because sending it to everyone costs as much as a message. */
const broadcastIntervalMsPerSubscriber = 1

/**
 * Counts who is in the rooms across all processes. Each process publishes the counts of its own rooms when they change, and
 * every ten seconds. An account that is in a room through two processes counts once, as long as it is among the names that
 * both publish.
 */
export function createPresence(
  context: ChatContext,
  rooms: ReadonlyMap<string, Room>,
  nowMs = () => performance.now(),
) {
  const thisProcess = randomUUID()
  /** By channel, then by process. */
  const remoteCounts = new Map<string, Map<string, RoomCount & { expiresAtMs: number }>>()
  const lastBroadcast = new Map<string, { viewers: number; atMs: number }>()
  const lastPublished = new Map<string, { text: string; atMs: number }>()
  let task: PeriodicTask | undefined

  function receiveCount(count: RoomCount): void {
    const byProcess = remoteCounts.get(count.channel) ?? new Map()
    if (count.anonymous === 0 && count.userCount === 0) byProcess.delete(count.process)
    else byProcess.set(count.process, { ...count, expiresAtMs: nowMs() + countLifetimeMs })
    if (byProcess.size > 0) remoteCounts.set(count.channel, byProcess)
    else remoteCounts.delete(count.channel)
  }

  function viewersIn(channel: string): { viewers: number; users: string[] } {
    const localCount = rooms.get(channel)?.count()
    const otherCounts = [...(remoteCounts.get(channel)?.values() ?? [])].filter(
      (count) => count.process !== thisProcess && count.expiresAtMs > nowMs(),
    )
    const counts = localCount ? [localCount, ...otherCounts] : otherCounts
    const users = new Set(counts.flatMap((count) => count.users))
    const unnamed = counts.reduce((sum, count) => sum + count.anonymous + count.userCount - count.users.length, 0)
    return { viewers: users.size + unnamed, users: [...users].sort().slice(0, chatLimits.presenceNamesMax) }
  }

  async function update(): Promise<void> {
    const timeMs = nowMs()
    for (const [channel, room] of rooms) {
      publishCount({ process: thisProcess, channel, ...room.count() }, timeMs)
      broadcastViewers(channel, room, timeMs)
    }
    publishClosedRooms(timeMs)
    deleteExpiredCounts(timeMs)
  }

  function broadcastViewers(channel: string, room: Room, timeMs: number): void {
    const { viewers } = viewersIn(channel)
    const last = lastBroadcast.get(channel)
    const isDue = !last || timeMs - last.atMs >= room.subscribers.size * broadcastIntervalMsPerSubscriber
    if (last?.viewers === viewers || !isDue) return
    lastBroadcast.set(channel, { viewers, atMs: timeMs })
    room.send('presence', { channel, viewers })
  }

  function publishClosedRooms(timeMs: number): void {
    for (const channel of [...lastPublished.keys()]) {
      if (rooms.has(channel)) continue
      publishCount({ process: thisProcess, channel, anonymous: 0, userCount: 0, users: [] }, timeMs)
      lastPublished.delete(channel)
      lastBroadcast.delete(channel)
    }
  }

  function deleteExpiredCounts(timeMs: number): void {
    for (const [channel, byProcess] of remoteCounts) {
      for (const [process, count] of byProcess) if (count.expiresAtMs <= timeMs) byProcess.delete(process)
      if (byProcess.size === 0) remoteCounts.delete(channel)
    }
  }

  function publishCount(count: RoomCount, timeMs: number): void {
    const text = JSON.stringify(count)
    const last = lastPublished.get(count.channel)
    if (last?.text === text && timeMs - last.atMs < republishIntervalMs) return
    lastPublished.set(count.channel, { text, atMs: timeMs })
    // A lost count is published again later. The shared state itself logs that it cannot be reached.
    context.state.publish('chat-count', count).catch(() => undefined)
  }

  return {
    viewersIn,
    async start() {
      await context.state.subscribe('chat-count', receiveCount)
      task = startPeriodicTask(update, {
        pauseMs: updateIntervalMs,
        onError: (error) => context.log.error({ error }, 'chat: could not update the viewer counts'),
      })
    },
    async close() {
      await task?.close()
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
