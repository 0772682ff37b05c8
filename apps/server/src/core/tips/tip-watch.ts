import { listTippableChannels } from '../../db/tips/tips.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { createTipFinder, type TipFinderContext } from './tip-finder.ts'

const pauseMs = 4000
/** How many channels are checked in one run; the others follow in the next runs. */
const channelsPerRun = 20
/** How long after a broadcast its channel is still checked, for tips that were sent in the last moment. */
const afterEndMs = 5 * 60_000

/** Finds tips on the chain (rule TIP-2), where a browser cannot forge them, and publishes each once to the other roles. */
export function startTipWatch(context: TipFinderContext): PeriodicTask {
  const findTips = createTipFinder(context)
  let first = 0

  async function checkChannels(): Promise<void> {
    const channels = await listTippableChannels(context.db, context.now() - afterEndMs)
    if (first >= channels.length) first = 0
    const checked = channels.slice(first, first + channelsPerRun)
    first += channelsPerRun
    await Promise.allSettled(checked.map((channel) => findTips(channel)))
  }

  return startPeriodicTask(checkChannels, {
    pauseMs,
    onError: (error) => context.log.warn({ error }, 'could not check for tips; trying again'),
  })
}
