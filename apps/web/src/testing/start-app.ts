import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { type Answer, serveApp } from './serve-app.ts'

export interface StartedApp {
  url: string
  browser: Browser
  /** The folder it was built into. */
  dist: string
  /** Ends the browser and the server, and removes the folder. */
  close(): Promise<void>
}

/** Builds the app as for production, serves it with `answer` as its API, and starts a browser. */
export async function startApp(answer: Answer, addedToHead = () => ''): Promise<StartedApp> {
  const dist = await mkdtemp(join(tmpdir(), 'web-'))
  await buildApp(dist)
  const server = await serveApp(dist, answer, addedToHead)
  const browser = await launchChromium()
  return {
    url: server.url,
    browser,
    dist,
    async close() {
      await browser.close()
      server.close()
      await rm(dist, { recursive: true })
    },
  }
}

async function buildApp(dist: string): Promise<void> {
  // In a child process, because the test runner's environment would make it a development build.
  const vite = join(import.meta.dirname, '../../../../node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', join(import.meta.dirname, '../..'), '--outDir', dist], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
}
