import { endStaleBroadcasts, listStaleBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import type { MediaContext } from '../context.ts'

/**
 * A round that ends the broadcasts of processes that died. Another process may be at work on what looks like one: after an outage of
 * the database it writes first, so that only what two rounds in succession find is ended.
 */
export function createStaleRound({ db, now, config }: MediaContext): () => Promise<void> {
  let found = new Set<string>()

  return async () => {
    const foundBefore = found
    found = new Set()
    const stale = await listStaleBroadcasts(db, now())
    const isAlone = config.nodeUrl === undefined
    const toEnd = stale.filter((id) => isAlone || foundBefore.has(id))
    await endStaleBroadcasts(db, toEnd, now())
    found = new Set(stale)
  }
}
