import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { type Answer, serveApp } from './serve-app.ts'

export interface StartedApp {
  url: string
  browser: Browser
  /** The folder of the built app. */
  dist: string
  /** Ends the browser and the server. */
  close(): Promise<void>
}

/** Serves the app, as it was built for production before the tests, with `answer` as its API, and starts a browser. */
export async function startApp(answer: Answer, addedToHead = () => ''): Promise<StartedApp> {
  const dist = join(import.meta.dirname, '../../dist')
  const server = await serveApp(dist, answer, addedToHead)
  const browser = await launchChromium()
  return {
    url: server.url,
    browser,
    dist,
    async close() {
      await browser.close()
      server.close()
    },
  }
}
