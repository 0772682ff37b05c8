import { listTippableChannels, listWatchedChannels } from '../../db/tips/tips.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { createTipFinder, type TipFinderContext } from './tip-finder.ts'

const pauseMs = 4000
/** How many channels are checked in one run; the others follow in the next runs. */
const channelsPerRun = 20
/** As many more of those whose replays and clips are watched: anybody can watch one of each, and live channels must not wait for that. */
const watchedPerRun = 5
/** How long after a broadcast, or a view of a replay or a clip, its channel is still checked, for tips that were sent in the last moment. */
const afterEndMs = 5 * 60_000

/** Finds tips on the chain (rule TIP-2), where a browser cannot forge them, and publishes each once to the other roles. */
export function startTipWatch(context: TipFinderContext): PeriodicTask {
  const findTips = createTipFinder(context)
  const takeLive = takeTurns(channelsPerRun)
  const takeWatched = takeTurns(watchedPerRun)

  async function checkChannels(): Promise<void> {
    const sinceMs = context.now() - afterEndMs
    const live = await listTippableChannels(context.db, sinceMs)
    const known = new Set(live)
    const watched = (await listWatchedChannels(context.db, sinceMs)).filter((channel) => !known.has(channel))
    await Promise.allSettled([...takeLive(live), ...takeWatched(watched)].map((channel) => findTips(channel)))
  }

  return startPeriodicTask(checkChannels, {
    pauseMs,
    onError: (error) => context.log.warn({ error }, 'could not check for tips; trying again'),
  })
}

/** Returns a function that takes the next so many of a list, and after its end its first again. */
function takeTurns(perRun: number): (all: readonly string[]) => readonly string[] {
  let first = 0
  return (all) => {
    if (first >= all.length) first = 0
    const taken = all.slice(first, first + perRun)
    first += perRun
    return taken
  }
}
