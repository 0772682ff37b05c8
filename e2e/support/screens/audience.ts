import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { startPeriodicTask } from '../../../apps/server/src/lib/periodic-task.ts'
import { callApi } from '../server/account.ts'

/** A key lasts 30 s: no viewer is missed between two fetches. */
const fetchEveryMs = 10_000

export interface Audience {
  close(): Promise<void>
}

/** Viewers of broadcasts who fetch the keys as players do, and so count (rule PLAYER-13). They download no media. */
export async function gatherAudience(siteUrl: string, viewers: ReadonlyMap<string, number>): Promise<Audience> {
  const tokens: { streamId: string; token: string }[] = []
  for (const [streamId, count] of viewers) {
    for (let viewer = 0; viewer < count; viewer++) {
      tokens.push({ streamId, ...(await callApi(siteUrl, `/api/hls/token/${streamId}`, { method: 'POST' })) })
    }
  }
  const fetchKeys = async () => {
    for (const { streamId, token } of tokens) {
      const response = await fetch(`${siteUrl}/api/hls/key/${streamId}/${keyNumberAt(Date.now())}?token=${token}`)
      if (!response.ok) throw new Error(`a viewer was refused the key: ${response.status}`)
    }
  }
  await fetchKeys()
  return startPeriodicTask(fetchKeys, { pauseMs: fetchEveryMs, onError: (error) => console.error(error) })
}
