import type { Page } from 'playwright-core'

/** More focusable elements than any page has. */
const stepsMax = 200

/**
 * Tabs through a page that was just opened. Returns the names of the usable elements that were not reached, and of those that
 * were reached but not in view or without a visible focus mark.
 */
export async function tabThroughPage(page: Page): Promise<{ reached: number; missed: string[]; unmarked: string[] }> {
  const unmarked: string[] = []
  let reached = 0
  for (let steps = 0; steps < stepsMax; steps += 1) {
    await page.keyboard.press('Tab')
    const step = await page.evaluate(() => {
      const at = document.activeElement
      // A field for a date has a stop for each of its parts.
      if (at?.getAttribute('data-reached') === 'last') return 'again'
      document.querySelector('[data-reached="last"]')?.setAttribute('data-reached', '')
      // After the last element the focus leaves the page; an element reached before means a second round.
      if (!at || at === document.body || at.hasAttribute('data-reached')) return undefined
      at.setAttribute('data-reached', 'last')
      const { width, height, top, bottom } = at.getBoundingClientRect()
      const isInView = width > 0 && height > 0 && bottom > 0 && top < innerHeight
      // The mark may be on the field around the element or on the card whose link it is. A frame's own page marks its links.
      const boxes = [getComputedStyle(at), getComputedStyle(at, '::after'), getComputedStyle(at.parentElement ?? at)]
      const isMarked = at instanceof HTMLIFrameElement || boxes.some(({ boxShadow }) => boxShadow !== 'none')
      return { name: (at.getAttribute('aria-label') ?? at.textContent ?? '').trim(), isSeen: isInView && isMarked }
    })
    if (!step) break
    if (step === 'again') continue
    reached += 1
    if (!step.isSeen) unmarked.push(step.name)
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled, select, textarea, summary')]
      .filter((element) => !element.hasAttribute('data-reached') && element.tabIndex >= 0)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()),
  )
  return { reached, missed, unmarked }
}
