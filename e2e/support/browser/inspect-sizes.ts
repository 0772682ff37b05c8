import type { Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFindings } from './accessibility.ts'
import { saveScreenshot } from './browser.ts'

/** Expects the page in its present state to be accessible and no wider than the window at each size, and takes its pictures. */
export async function inspectSizes(page: Page, name: string, sizes: readonly ViewportSize[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await accessibilityFindings(page), `${name} ${size.width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} ${size.width}`).toBeLessThanOrEqual(0)
    await saveScreenshot(page, `${name}-${size.width}`)
  }
}
