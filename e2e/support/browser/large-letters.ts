import type { Page } from 'playwright-core'

/** Makes all letters twice as large, as the setting of a browser does. */
export async function doubleLetters(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

/** Everything that reaches beyond the window and that nothing scrolls into view, and bars that are not whole in it. */
export function outsideWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // The window's inner width grows with a page that is too wide.
    const { clientWidth, clientHeight } = document.documentElement
    const name = (element: Element) => `${element.tagName} ${element.ariaLabel ?? element.textContent?.slice(0, 60)}`
    const isClipped = (element: Element) => {
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== 'visible') return true
      return false
    }
    const found = new Set<string>()
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden=true]')) continue
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isBar = getComputedStyle(element).position === 'fixed' && bottom > clientHeight + 1 && top >= 0
      if (isBar || ((left < -1 || right > clientWidth + 1) && !isClipped(element))) found.add(name(element))
    }
    return [...found]
  })
}
