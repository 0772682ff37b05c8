import type { ChatAction } from '@waggle/contract/chat/entities'
import type { Transaction } from 'kysely'
import { insertLogEntries } from '../../db/chat/chat-log.ts'
import { commitWithDeferredSync } from '../../db/commit-with-deferred-sync.ts'
import type { Database } from '../../db/schema/schema.ts'
import { randomId } from '../../lib/random-id.ts'
import type { ChatNotice } from '../../shared-state/chat-notice.ts'
import type { ChatContext } from '../context.ts'
import type { RoomRegistry } from '../rooms/room-registry.ts'
import { configOf } from './config-view.ts'
import { toLogEntry } from './log-view.ts'
import { standingsOf } from './standings.ts'

/** The user who performs an action in a channel. The caller has checked the permission. */
export interface ActorInChannel {
  channel: string
  actor: string
}

/**
 * The work of one call. What it writes through `db`, and the log, is stored together or not at all. What it announces is published
 * after that: first the standings, so that a dismissed moderator does not receive the log entry, and the config last.
 */
export interface ModerationTransaction {
  db: Transaction<Database>
  nowMs: number
  newEntryId(): string
  log(action: ChatAction, fields?: LogFields): void
  announce(notice: ChatNotice): void
  /** The role or the restriction of these users has changed. */
  changeStandings(usernames: readonly string[]): void
  /** The config that everybody sees has changed. */
  changeConfig(): void
}

export interface LogFields {
  id?: string
  target?: string | undefined
  reason?: string | null
  details?: Record<string, unknown>
}

interface Options {
  /** Runs when everything is stored and nothing has been published. */
  afterCommit?: () => Promise<void>
}

export type RunModeration = <Result>(
  by: ActorInChannel,
  work: (transaction: ModerationTransaction) => Promise<Result>,
  options?: Options,
) => Promise<Result>

/** Returns the function that runs the work of one call of a moderator or owner. */
export function createModerationTransactions(context: ChatContext, rooms: RoomRegistry): RunModeration {
  return async ({ channel, actor }, work, { afterCommit } = {}) => {
    const nowMs = context.now()
    const { result, notices } = await commitWithDeferredSync(context.db, async (db) => {
      const announced: ChatNotice[] = []
      const entries: Parameters<typeof insertLogEntries>[2] = []
      const changedStandings = new Set<string>()
      let isConfigChanged = false
      const result = await work({
        db,
        nowMs,
        newEntryId: () => newEntryId(nowMs),
        log(action, { id = newEntryId(nowMs), target = '', reason = null, details = {} } = {}) {
          entries.push({ id, actor, action, target: target || null, reason, details, createdAtMs: nowMs })
        },
        announce: (notice) => void announced.push(notice),
        changeStandings(usernames) {
          for (const username of usernames) changedStandings.add(username)
        },
        changeConfig() {
          isConfigChanged = true
        },
      })
      await insertLogEntries(db, channel, entries)
      const standings = await standingsOf(db, channel, [...changedStandings], nowMs)
      const config = isConfigChanged ? await configOf(db, channel, 'everyone') : undefined
      const notices: ChatNotice[] = [
        ...standings.map((standing) => ({ kind: 'standing' as const, standing })),
        ...entries.map((entry): ChatNotice => {
          const payload = { channel, ...toLogEntry({ ...entry, revertedAtMs: null, revertedBy: null }, nowMs) }
          return { kind: 'event', channel, audience: 'moderators', name: 'log-entry', payload }
        }),
        ...announced,
      ]
      if (config) {
        notices.push({ kind: 'event', channel, audience: 'everyone', name: 'config-changed', payload: config })
      }
      return { result, notices }
    })
    await afterCommit?.()
    for (const notice of notices) rooms.publish(notice)
    return result
  }
}

/** Ids sort by their time. */
function newEntryId(nowMs: number): string {
  return entryIdPrefix(nowMs) + randomId(10)
}

/** The start of the ids of log entries that were made at a time; it sorts before them, and after those made earlier. */
export function entryIdPrefix(atMs: number): string {
  return atMs.toString(36).padStart(9, '0')
}
