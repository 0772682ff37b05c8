import type { Page } from 'playwright-core'

/**
 * Buttons, links and fields that take a touch in less than 44 × 44 px around their middle, by name. Links in running text are as high
 * as its lines. Open the page in a browser profile with `hasTouch`.
 */
export function smallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kinds = 'a[href], button, [role=button], [role=tab], select, summary, input, textarea'
    // Two less than the half, because a box may lie between two pixels.
    const reach = 20
    const small: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(kinds)) {
      if (getComputedStyle(element).display === 'inline' || !element.checkVisibility({ visibilityProperty: true }))
        continue
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      const takes = (right: number, down: number) => {
        const found = document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)
        const labels = (element as HTMLInputElement).labels ?? []
        return [element, ...labels].some((own) => own.contains(found))
      }
      // What another thing lies over is not pressed there: a link whose card is pressed, or the link to skip to the content.
      if (!takes(0, 0)) continue
      const isWhole = takes(-reach, 0) && takes(reach, 0) && takes(0, -reach) && takes(0, reach)
      if (!isWhole) small.push(element.ariaLabel || element.textContent || element.outerHTML)
    }
    return small
  })
}
