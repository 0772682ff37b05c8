import type { Browser } from 'playwright-core'
import { launchBrowser } from '../browser/browser.ts'
import { type Encoder, startEncoder } from '../encoders/encoder.ts'
import { newStreamKey, waitUntilLive } from './account.ts'
import { type Site, startSite } from './site.ts'

export interface LiveSite {
  site: Site
  browser: Browser
  /** In the order of the channels. */
  encoders: readonly Encoder[]
  /** Ends the broadcasts, the browser and the site. */
  remove(): Promise<void>
}

/** A site on which these channels are live in one small quality, and a browser. */
export async function startLiveSite(...usernames: string[]): Promise<LiveSite> {
  const [site, browser] = await Promise.all([startSite({ WAGGLE_TRANSCODE: 'off' }), launchBrowser()])
  const encoders = await Promise.all(
    usernames.map(async (username) =>
      startEncoder(site.rtmpUrl, await newStreamKey(site.url, username), { size: '320x180' }),
    ),
  )
  await Promise.all(usernames.map((username) => waitUntilLive(site.url, username)))
  return {
    site,
    browser,
    encoders,
    async remove() {
      await Promise.all(encoders.map((encoder) => encoder.kill()))
      await browser.close()
      await site.remove()
    },
  }
}
