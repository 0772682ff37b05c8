import type { Page } from 'playwright-core'
import { waitUntilPlaying } from '../../browser/journeys.ts'

/** With its sound, which the browser may have held back. */
export async function playing(page: Page): Promise<void> {
  await waitUntilPlaying(page)
  const unmute = page.getByRole('button', { name: 'Tap to unmute' })
  if (await unmute.isVisible()) await unmute.click()
}

/** A paused picture is so far behind what is live that the bar shows it. */
export async function fallenBehind(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const bar = document.querySelector('input[aria-valuetext$="seconds behind live"]')
    return Number.parseInt(bar?.getAttribute('aria-valuetext') ?? '0', 10) >= 8
  })
}

/** On a phone the button comes and goes with the controls. */
export async function pressShare(page: Page): Promise<void> {
  await playing(page)
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first().click()
  await page.getByRole('button', { name: /^Copy/ }).first().waitFor()
}

export async function seen(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}
