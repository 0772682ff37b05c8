import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds wrong with the page as it stands: rule and element. Frames are left out: an advertisement's is not ours, and
 * runs no scripts. `rules` limits it to some, for a page of which only the colours have changed.
 */
export async function accessibilityFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async (rules) => {
      // A colour on its way from one to another is neither's contrast. Spinners never end.
      const passing = document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(passing.map((one) => one.finished))
      const runner = (globalThis as unknown as { axe: typeof axe }).axe
      const { violations } = await runner.run(document, {
        iframes: false,
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    rules && [...rules],
  )
}
