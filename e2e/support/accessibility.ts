import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds wrong with the page as it stands: rule and element. Frames are left out: an advertisement's is not ours, and
 * runs no scripts.
 */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await runner.run(document, { iframes: false, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}
