import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * The violations that axe finds in the page in its present state: rule and element. Frames are skipped: the advertisement's frame is
 * not ours and runs no scripts. `rules` limits the check, for a page of which only the colours have changed.
 */
export async function accessibilityFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    async (rules) => {
      // A window that has just been resized tells the page so with its next frame.
      await new Promise(requestAnimationFrame)
      // A colour in the middle of a transition has a contrast of its own, so wait for transitions. Spinners never end, nor do the fades
      // of rows that scroll.
      const transitions = document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.timeline instanceof DocumentTimeline)
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(transitions.map((one) => one.finished))
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
