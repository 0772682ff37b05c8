import type { CDPSession, Page } from 'playwright-core'
import { nextFrames } from './next-frames.ts'

/**
 * Gives the page the size of a screen that was turned, as a device does, and waits until the page has drawn in it: of two sizes between
 * two frames a page notices only the second.
 */
export async function turn(page: Page, devtools: CDPSession, size: { width: number; height: number }): Promise<void> {
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
  await nextFrames(page)
}

/** Whether the player has the whole screen, or the whole page, where the browser asks for a press before it gives the screen. */
export function fillsScreen(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.fullscreenElement !== null || 'playerFillsPage' in document.documentElement.dataset,
  )
}
