import type { Page } from 'playwright-core'
import { waitUntilPlaying } from '../../browser/journeys.ts'

/** With its sound, which the browser may have held back. */
export async function playing(page: Page): Promise<void> {
  await waitUntilPlaying(page)
  const unmute = page.getByRole('button', { name: 'Tap to unmute' })
  if (await unmute.isVisible()) await unmute.click()
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
