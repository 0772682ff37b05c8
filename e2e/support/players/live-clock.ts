import { type ClockEncoder, startClockEncoder } from '../../../bench/support/latency/clock-picture.ts'
import { newStreamKey, waitUntilLive } from '../server/account.ts'
import { type Site, startSite } from '../server/site.ts'
import { type PlayerPages, servePlayerPages } from './player-pages.ts'

/** A site that broadcasts the clock picture, behind a server that adds pages with other players. */
export interface LiveClock {
  site: Site
  encoder: ClockEncoder
  pages: PlayerPages
  username: string
  /** Path of the master playlist, with a token for players without hooks. */
  master: string
  close(): Promise<void>
}

export async function startLiveClock(): Promise<LiveClock> {
  const username = 'alice'
  const site = await startSite()
  const encoder = startClockEncoder(`${site.rtmpUrl}/${await newStreamKey(site.url, username)}`)
  const pages = await servePlayerPages(site.url)
  const streamId = await waitUntilLive(site.url, username)
  const { token } = await (await fetch(`${site.url}/api/hls/token/${streamId}`, { method: 'POST' })).json()
  return {
    ...{ site, encoder, pages, username },
    master: `/live/${streamId}/master.m3u8?token=${token}`,
    async close() {
      await encoder.stop()
      await pages.close()
      await site.remove()
    },
  }
}
