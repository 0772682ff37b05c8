import { keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { addToReplayFigures, replayCountedUntil } from '../../db/recordings/replay-figures.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { CoreContext } from '../context.ts'
import { watchTime } from '../stats/watch-time.ts'

type AudienceContext = Pick<CoreContext, 'db' | 'state' | 'now'>

const countIntervalMs = 10_000
/** At half the speed, the slowest, a player fetches a key every two periods. */
const seenForMs = 2 * keyPeriodMs + 10_000

/** Counts the views of replays as those of live streams: by who requests their keys (rule PLAYER-13). */
export class ReplayAudience {
  readonly #context: AudienceContext
  /** The replays that this process has opened keys of, as long as somebody watches them. */
  readonly #watched = new Set<string>()

  constructor(context: AudienceContext) {
    this.#context = context
  }

  /** A key of this replay is opened now. Returns until when its viewer counts as watching. */
  opened(streamId: string): number {
    this.#watched.add(streamId)
    return this.#context.now() + seenForMs
  }

  start(log: CoreContext['log']): PeriodicTask {
    return startPeriodicTask(() => this.count(), {
      pauseMs: countIntervalMs,
      onError: (error) => log.warn({ error }, 'could not count the views of replays; trying again later'),
    })
  }

  /** Adds what was watched since the last count. Several processes may do so. */
  async count(): Promise<void> {
    for (const streamId of [...this.#watched]) await this.#countOne(streamId)
  }

  async #countOne(streamId: string): Promise<void> {
    const { db, state, now } = this.#context
    const viewings = await state.audience.list(streamId)
    if (viewings.length === 0) {
      this.#watched.delete(streamId)
      return
    }
    const fromMs = await replayCountedUntil(db, streamId)
    const untilMs = Math.max(fromMs, now())
    const { viewerMs, gone } = watchTime(viewings, fromMs, untilMs)
    const views = viewings.filter(({ firstSeenMs }) => firstSeenMs >= fromMs && firstSeenMs < untilMs).length
    const isOurs = await addToReplayFigures(db, streamId, { fromMs, untilMs, views, viewerMs })
    if (isOurs) await state.audience.remove(streamId, gone)
  }
}
