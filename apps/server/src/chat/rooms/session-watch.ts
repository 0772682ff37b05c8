import { findOpenSessions, type SessionRow } from '../../db/accounts/sessions.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { readMissedMessages } from '../../shared-state/missed-messages.ts'
import type { ChatContext } from '../context.ts'
import { canModerate } from '../moderation/permissions.ts'
import type { RoomRegistry } from './room-registry.ts'
import type { Subscriber } from './subscriber.ts'

const checkIntervalMs = 60_000
/** A query for this many rows takes a few milliseconds. */
const sliceSize = 500

type SignedIn = Subscriber & { session: SessionRow }

/**
 * Takes the name from sockets whose session has ended (rule AUTH-25): at once when a process says so, and by comparing them with the
 * database every minute, for sessions that expire and for messages that are lost; more often while all messages are.
 */
export async function watchSessions(
  context: ChatContext,
  rooms: Pick<RoomRegistry, 'subscribers'>,
): Promise<{ check(): Promise<void>; close(): Promise<void> }> {
  const { db, state, log, now } = context
  const signedIn = () => rooms.subscribers().filter((subscriber): subscriber is SignedIn => Boolean(subscriber.session))

  function endSessions(isEnded: (session: SessionRow) => boolean): void {
    for (const subscriber of signedIn()) if (isEnded(subscriber.session)) subscriber.endSession()
  }

  async function check(): Promise<void> {
    const tokenHashes = [...new Set(signedIn().map(({ session }) => session.tokenHash))]
    for (let start = 0; start < tokenHashes.length; start += sliceSize) {
      const slice = new Set(tokenHashes.slice(start, start + sliceSize))
      const open = await findOpenSessions(db, [...slice], now())
      endSessions(({ tokenHash }) => slice.has(tokenHash) && !open.has(tokenHash))
    }
    // A key that is no longer valid ends its sessions, which is told like any other end.
    for (const { role, session } of signedIn()) if (canModerate(role)) await context.sessionKeys.isValid(session)
  }

  await state.subscribe('sessions-ended', ({ ids }) => endSessions(({ id }) => ids.includes(id)))
  const onError = (error: unknown) =>
    log.warn({ error }, 'chat: could not check which sessions have ended; trying again')
  const tasks: PeriodicTask[] = [
    startPeriodicTask(check, { pauseMs: checkIntervalMs, onError, isBackground: true }),
    readMissedMessages(state, check, onError),
  ]
  return {
    check,
    async close() {
      for (const task of tasks) await task.close()
    },
  }
}
