import { endStaleBroadcasts, listStaleBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import type { MediaContext } from '../context.ts'

/**
 * Creates a task that ends the broadcasts of processes that died. A broadcast can look stale although another process holds it: after
 * an outage of the database that process needs time to save it. So with several processes, only those that two successive runs find
 * are ended.
 */
export function createStaleBroadcastTask({ db, now, config }: MediaContext): () => Promise<void> {
  let found = new Set<string>()

  return async () => {
    const foundBefore = found
    found = new Set()
    const stale = await listStaleBroadcasts(db, now())
    const isOnlyProcess = config.nodeUrl === undefined
    const toEnd = stale.filter((id) => isOnlyProcess || foundBefore.has(id))
    await endStaleBroadcasts(db, toEnd, now())
    found = new Set(stale)
  }
}
