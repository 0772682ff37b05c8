import { keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { addToFigures, listUnclosedFigures, openFigures } from '../../db/broadcasts/broadcast-figures.ts'
import { insertSample, mergeSamples, samplesEndMs } from '../../db/broadcasts/broadcast-samples.ts'
import { type BroadcastRow, listLiveBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import { recordPeakViewers } from '../../db/broadcasts/peak-viewers.ts'
import { ageSiteSamples, largestKnown, raiseSiteSample } from '../../db/broadcasts/site-samples.ts'
import { countMessages } from '../../db/chat/message-count.ts'
import { listProcesses } from '../../db/site-health/processes.ts'
import { silentAfterMs } from '../../http/site-health/process-watch.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { Viewing } from '../../shared-state/audience.ts'
import type { CoreContext } from '../context.ts'
import { peakViewers } from './peak-viewers.ts'
import { watchTime } from './watch-time.ts'

type RecorderContext = Pick<CoreContext, 'db' | 'state' | 'now'>

/** The length of a recorded interval. */
const spanMs = 10_000
/** A message has its time before it is in the database: an interval is counted when those of its end have arrived. */
const settledMs = 1000
const hourMs = 60 * 60_000
/** Intervals of one length are merged into longer ones at this age. */
const merges = [
  { fromMs: spanMs, toMs: 60_000, afterMs: hourMs },
  { fromMs: 60_000, toMs: 5 * 60_000, afterMs: 24 * hourMs },
  { fromMs: 5 * 60_000, toMs: 30 * 60_000, afterMs: 30 * 24 * hourMs },
] as const
const mergeEveryMs = 5 * 60_000

/** Records the statistics of live broadcasts at the end of every interval. Several processes may do so. */
export function startStatsRecorder(context: Pick<CoreContext, 'log'> & RecorderContext): PeriodicTask {
  let mergedAtMs = context.now()

  async function run(): Promise<void> {
    await recordStats(context)
    if (context.now() - mergedAtMs < mergeEveryMs) return
    mergedAtMs = context.now()
    await mergeOldSamples(context)
    await ageSiteSamples(context.db, context.now())
  }
  return startPeriodicTask(run, {
    // Up to the end of the current interval: one is left out only where a run takes longer than that.
    pauseMs: () => spanMs - ((context.now() - settledMs) % spanMs),
    onError: (error) => context.log.warn({ error }, 'could not record statistics; trying again later'),
  })
}

/** Records the last complete interval of every live broadcast, and closes the figures of those that have ended. */
export async function recordStats(context: RecorderContext): Promise<void> {
  const nowMs = context.now()
  const broadcasts = await listLiveBroadcasts(context.db, nowMs)
  const viewers = await context.state.presence.count(broadcasts.map(({ id }) => viewersGroup(id)))
  await recordSite(context, {
    channels: broadcasts.length,
    viewers: viewers.reduce((sum, each) => sum + each, 0),
    nowMs,
  })
  for (const [index, broadcast] of broadcasts.entries()) {
    const count = viewers[index] ?? 0
    if (count > 0) await recordPeakViewers(context.db, broadcast.id, count)
    await recordSample(context, broadcast, count, nowMs)
    await updateFigures(context, broadcast, nowMs)
  }
  for (const { id, username, title, endedAtMs } of await listUnclosedFigures(context.db)) {
    const { countedUntilMs: fromMs } = await openFigures(context.db, id, endedAtMs)
    const viewings = await context.state.audience.list(id)
    const untilMs = Math.max(fromMs, endedAtMs)
    const { viewerMs } = watchTime(viewings, fromMs, untilMs)
    await recordPeakViewers(context.db, id, peakViewers(viewings, fromMs, endedAtMs))
    const messages = await countMessages(context.db, username, fromMs, untilMs)
    const isOurs = await addToFigures(context.db, id, { fromMs, untilMs, viewerMs, messages, title, isLast: true })
    if (isOurs) await closeViewings(context, id, viewings, untilMs)
  }
}

/** Whoever was seen after the end watches the recording already, whose audience has the same id (ReplayAudience). */
async function closeViewings(context: RecorderContext, id: string, viewings: readonly Viewing[], endMs: number) {
  await removeViewings(context, id, viewings)
  for (const { viewerId, lastSeenMs, untilMs } of viewings) {
    if (lastSeenMs > endMs) await context.state.audience.record(id, viewerId, lastSeenMs, untilMs)
  }
}

/** The event loop is that of the slowest process that was heard of lately, the processor that of the busiest machine. */
async function recordSite(
  { db }: RecorderContext,
  { channels, viewers, nowMs }: { channels: number; viewers: number; nowMs: number },
): Promise<void> {
  const running = (await listProcesses(db)).filter(
    ({ status, seenAtMs }) => !status.isStopped && nowMs - seenAtMs < silentAfterMs,
  )
  await raiseSiteSample(db, {
    ...{ atMs: nowMs, viewers, channels },
    eventLoopMs: largestKnown(running.map(({ status }) => status.eventLoopMs)),
    processorShare: largestKnown(running.map(({ status }) => status.processorShare)),
  })
}

/** Merges old intervals into longer ones: a broadcast never has more than a few hundred rows a day. */
async function mergeOldSamples({ db, now }: RecorderContext): Promise<void> {
  for (const { fromMs, toMs, afterMs } of merges) {
    const beforeMs = now() - afterMs
    await mergeSamples(db, fromMs, toMs, beforeMs - (beforeMs % toMs))
  }
}

async function recordSample(
  { db, state }: RecorderContext,
  { id, username, startedAtMs, awaySinceMs }: BroadcastRow,
  viewers: number,
  nowMs: number,
): Promise<void> {
  const atMs = nowMs - (nowMs % spanMs) - spanMs
  if (startedAtMs >= atMs + spanMs) return
  const health = await state.findFact('stream-health', username)
  const bitsPerSecond =
    awaySinceMs !== null ? 0 : health ? (health.video?.bitsPerSecond ?? 0) + (health.audio?.bitsPerSecond ?? 0) : null
  // A machine that stood still, or a database that was away, leaves intervals out: their messages count in this one.
  const countedUntilMs = (await samplesEndMs(db, id)) ?? startedAtMs
  const messages = await countMessages(db, username, countedUntilMs, atMs + spanMs)
  await insertSample(db, id, { atMs, spanMs, viewers, viewersMax: viewers, bitsPerSecond, messages })
}

/** Adds what was watched and written since the figures were last updated. */
async function updateFigures(context: RecorderContext, broadcast: BroadcastRow, nowMs: number): Promise<void> {
  const { db, state } = context
  const { id, username, startedAtMs, awaySinceMs } = broadcast
  const { countedUntilMs: fromMs } = await openFigures(db, id, startedAtMs)
  // Another process has just updated them, and may not have removed the viewers who left.
  if (nowMs - fromMs < spanMs / 2) return
  const viewings = await state.audience.list(id)
  // Nobody watches while the broadcast waits for its encoder.
  const untilMs = Math.max(fromMs, awaySinceMs ?? nowMs)
  const { viewerMs, gone } = watchTime(viewings, fromMs, untilMs)
  // Viewers may have come and left since the last count of those present.
  await recordPeakViewers(db, id, peakViewers(viewings, fromMs, untilMs))
  const messages = await countMessages(db, username, fromMs, nowMs)
  const { description, category, language, tags } = broadcast
  const about = { description, category, language, tags }
  const added = { fromMs, untilMs: nowMs, viewerMs, messages, title: broadcast.title ?? '', about, isLast: false }
  if (!(await addToFigures(db, id, added))) return
  const left = new Set(gone)
  await removeViewings(
    context,
    id,
    viewings.filter(({ viewerId }) => left.has(viewerId)),
  )
  if (awaySinceMs === null) return
  // While the encoder is away there is no next key to fetch: viewers who wait must not be counted as gone when it returns.
  const waiting = viewings.map(({ viewerId }) => viewerId).filter((viewerId) => !left.has(viewerId))
  await state.audience.extend(id, waiting, nowMs, nowMs + keyPeriodMs + spanMs)
}

async function removeViewings({ state }: RecorderContext, id: string, viewings: readonly { viewerId: string }[]) {
  await state.audience.remove(
    id,
    viewings.map(({ viewerId }) => viewerId),
  )
}
