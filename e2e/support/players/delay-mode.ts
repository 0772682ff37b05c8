import type { BrowserContext, Page } from 'playwright-core'

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
export async function preferLowDelay(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      if (localStorage.getItem('waggle.player') === null) {
        localStorage.setItem('waggle.player', JSON.stringify({ delayMode: 'low-delay' }))
      }
    } catch {
      // A frame without storage, such as the advertisement's.
    }
  })
}

/** Changes the browser as the real-time player's worker sees it. */
export async function patchWorker(context: BrowserContext, script: string): Promise<void> {
  await context.route('**/assets/real-time-worker-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${script};\n${await response.text()}` })
  })
}
