import { publish } from '../../../apps/server/src/media/recording/testing/publish.ts'
import type { TestSite } from '../../../apps/server/src/testing/site.ts'
import { waitFor } from '../../../apps/server/src/testing/wait-for.ts'
import { waitUntilLive } from './account.ts'

/** The end of a connection that drops may be missing. */
const lostSeconds = 4

/** Broadcasts as alice, moves the site's clock past the end, and waits until the whole of it is a replay. Returns its id. */
export async function recordBroadcast(
  site: TestSite,
  options: { seconds: number } & Parameters<typeof publish>[1],
): Promise<string> {
  const encoder = publish(`${site.rtmpUrl}/${await site.streamKey('alice')}`, options)
  const streamId = await waitUntilLive(site.url, 'alice')
  await encoder.ended
  await waitForReplay(site, streamId, options.seconds)
  return streamId
}

/** Of a broadcast whose encoder has ended. */
export async function waitForReplay(site: TestSite, streamId: string, seconds: number): Promise<void> {
  site.moveClock(120_000)
  const replay = () => site.request('GET', `/api/replays/${streamId}`)
  const isWhole = async () => (await replay()).json?.durationSeconds > seconds - lostSeconds
  await waitFor('a whole replay', isWhole, { timeoutMs: 60_000 })
}
