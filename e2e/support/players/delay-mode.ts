import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import type { DelayMode } from '../../../apps/web/src/features/player/engines/modes/delay-mode.ts'

/** The statistics panel says how the page plays. */
export async function shownMode(page: Page): Promise<string> {
  // On a phone it is a sheet.
  const panel = page.getByRole('region', { name: 'Statistics' }).or(page.getByRole('dialog', { name: 'Statistics' }))
  if (!(await panel.isVisible())) await page.locator('body').press('s')
  return panel.locator('dd').first().innerText()
}

/** Chooses one of the modes in the player's menu. */
export async function chooseMode(page: Page, name: 'Real time' | 'Low delay'): Promise<void> {
  await page.getByTestId('player-video').hover({ force: true })
  await page.getByRole('button', { name: /^Quality: / }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** Makes the player of a new profile play LL-HLS, for tests of that. */
export function preferLowDelay(context: BrowserContext): Promise<void> {
  return prefer(context, 'low-delay')
}

/** Makes the player of a new profile play in real time. */
export function preferRealTime(context: BrowserContext): Promise<void> {
  return prefer(context, 'real-time')
}

async function prefer(context: BrowserContext, mode: DelayMode): Promise<void> {
  await context.addInitScript((delayMode) => {
    try {
      if (localStorage.getItem('waggle.player') === null) {
        localStorage.setItem('waggle.player', JSON.stringify({ delayMode }))
      }
    } catch {
      // A frame without storage, such as the advertisement's.
    }
  }, mode)
}

/**
 * Changes the browser as the real-time player's worker sees it. A server of this machine sends the script: Chromium refuses a socket to this
 * machine to a worker whose script came from nowhere, as one does that the test itself answers (Local Network Access).
 */
export async function patchWorker(context: BrowserContext, script: string): Promise<void> {
  const server = createServer(async ({ url = '' }, response) => {
    const original = await fetch(decodeURIComponent(url.slice(1)))
    response.writeHead(original.status, { 'content-type': original.headers.get('content-type') ?? '' })
    response.end(`${script};\n${await original.text()}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.on('close', () => server.close())
  const { port } = server.address() as AddressInfo
  await context.route('**/assets/real-time-worker-*.js', (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/${encodeURIComponent(route.request().url())}` }),
  )
}

/** Runs in the page: what would happen in minutes happens in seconds. */
export function shortenLongTimers(): void {
  const { setTimeout } = globalThis
  const shortened = (task: () => void, ms = 0) => setTimeout(task, ms >= 15_000 ? ms / 40 : ms)
  globalThis.setTimeout = shortened as unknown as typeof setTimeout
}
