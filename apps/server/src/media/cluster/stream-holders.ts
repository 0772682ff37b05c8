import { setTimeout as sleep } from 'node:timers/promises'
import { type HeldStream, listHeldStreams } from '../../db/broadcasts/broadcast-leases.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import type { MediaContext } from '../context.ts'

const maxAgeMs = 1000
/** For an unknown stream, because it may have begun just now. */
const unknownMaxAgeMs = 200
/** When the database does not answer within this time, its previous answer is used. */
const databasePatienceMs = 500

/** Which process holds which stream, read once a second and not once a request. */
export interface StreamHolders {
  /** Undefined when there is no such stream. */
  find(streamId: string): Promise<HeldStream | undefined>
  /** Calls back with every answer of the database. */
  onRead(listener: (streams: ReadonlyMap<string, HeldStream>) => void): void
}

export function createStreamHolders({ db, now }: MediaContext): StreamHolders {
  const known = memoizeAsync(read, { lifeMs: maxAgeMs, now })
  const fresh = memoizeAsync(read, { lifeMs: unknownMaxAgeMs, now })
  const listeners: ((streams: ReadonlyMap<string, HeldStream>) => void)[] = []
  let previous: Map<string, HeldStream> | undefined

  async function read(): Promise<Map<string, HeldStream>> {
    const last = previous
    const current = listHeldStreams(db).then((streams) => {
      previous = streams
      for (const listener of listeners) listener(streams)
      return streams
    })
    if (!last) return current
    return Promise.race([current.catch(() => last), sleep(databasePatienceMs, last, { ref: false })])
  }

  return {
    async find(streamId) {
      return (await known('all')).get(streamId) ?? (await fresh('all')).get(streamId)
    },
    onRead(listener) {
      listeners.push(listener)
    },
  }
}
