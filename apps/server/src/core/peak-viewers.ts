import { listLiveBroadcasts } from '../db/broadcasts.ts'
import { notePeakViewers } from '../db/peak-viewers.ts'
import type { CoreContext } from './context.ts'
import { viewersOf } from './streams.ts'

const intervalMs = 10_000

/** Looks now and then how many watch each live broadcast, and keeps the most. Returns what stops it. */
export function watchPeakViewers(context: CoreContext): () => void {
  const timer = setInterval(() => {
    samplePeakViewers(context).catch((error) =>
      context.log.warn({ error }, 'could not note how many watch; trying again later'),
    )
  }, intervalMs)
  return () => clearInterval(timer)
}

export async function samplePeakViewers(context: Pick<CoreContext, 'db' | 'state' | 'now'>): Promise<void> {
  const broadcasts = await listLiveBroadcasts(context.db, context.now())
  const viewers = await context.state.presence.count(broadcasts.map(({ id }) => viewersOf(id)))
  for (const [index, { id }] of broadcasts.entries()) {
    const count = viewers[index] ?? 0
    if (count > 0) await notePeakViewers(context.db, id, count)
  }
}
