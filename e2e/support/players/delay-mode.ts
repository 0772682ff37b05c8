import type { BrowserContext, Page } from 'playwright-core'
import type { DelayMode } from '../../../apps/web/src/features/player/engines/modes/delay-mode.ts'

/** The statistics panel says how the page plays. */
export async function shownMode(page: Page): Promise<string> {
  const panel = page.getByRole('region', { name: 'Statistics' })
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

/** Changes the browser as the real-time player's worker sees it. */
export async function patchWorker(context: BrowserContext, script: string): Promise<void> {
  await context.route('**/assets/real-time-worker-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${script};\n${await response.text()}` })
  })
}
