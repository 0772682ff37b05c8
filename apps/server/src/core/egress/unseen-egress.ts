import { listLiveBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import { claimEstimate, listEdges } from '../../db/egress/edge-batches.ts'
import { addEgress, allBytes, type EgressChange, readEgress } from '../../db/egress/egress-totals.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { CoreContext } from '../context.ts'

const spanMs = 10_000
/** An edge that has not reported for this long may be unable to. */
const silentMs = 60_000

type UnseenContext = Pick<CoreContext, 'db' | 'state' | 'now' | 'egress' | 'config'>

/** Where edges or a relay send what nobody reports, viewers times bit rate stands for it (rule EGRESS-8). */
export function startUnseenEgress(context: Pick<CoreContext, 'log'> & UnseenContext): PeriodicTask | undefined {
  const { config, log } = context
  if (config.edges.length === 0 && config.moqRelay === undefined) return undefined
  const counted = new Map<string, number>()
  return startPeriodicTask(() => estimateUnseen(context, counted), {
    pauseMs: () => spanMs - (context.now() % spanMs),
    onError: (error) => log.warn({ error }, 'egress: could not estimate what edges send'),
  })
}

/** `counted` has the totals of broadcasts of the time before. One of several processes adds what nobody has counted since. */
export async function estimateUnseen(
  { db, state, now, egress }: UnseenContext,
  counted: Map<string, number>,
): Promise<void> {
  const nowMs = now()
  const live = (await listLiveBroadcasts(db, nowMs)).filter(({ awaySinceMs }) => awaySinceMs === null)
  const { day } = egress.ledger.period
  const ids = live.map(({ id }) => id)
  const totals = new Map(
    (await readEgress(db, { scope: 'broadcast', fromDay: day, toDay: day, ids })).map((total) => [total.id, total]),
  )
  const isReported = (await listEdges(db, nowMs - silentMs)).length > 0
  const viewers = await state.presence.count(ids.map(viewersGroup))
  const changes: EgressChange[] = []
  for (const [index, { id, username }] of live.entries()) {
    const total = totals.get(id)
    const known = total ? allBytes(total) - total.estimatedBytes : 0
    const grown = known - (counted.get(id) ?? known)
    const isFirst = !counted.has(id)
    counted.set(id, known)
    const health = await state.findFact('stream-health', username)
    const bitsPerSecond = (health?.video?.bitsPerSecond ?? 0) + (health?.audio?.bitsPerSecond ?? 0)
    const expected = ((viewers[index] ?? 0) * bitsPerSecond * spanMs) / 8000
    const unseen = Math.round(expected - grown)
    if (isFirst || isReported || unseen <= 0) continue
    changes.push({ scope: 'broadcast', day, id, bytes: unseen }, { scope: 'channel', day, id: username, bytes: unseen })
  }
  for (const id of counted.keys()) if (!ids.includes(id)) counted.delete(id)
  const bytes = changes.reduce((sum, change) => sum + (change.scope === 'broadcast' ? change.bytes : 0), 0)
  if (bytes === 0 || !(await claimEstimate(db, Math.floor(nowMs / spanMs), nowMs))) return
  await addEgress(db, [...changes, { scope: 'site', day, id: '', bytes }], 'estimated')
}
