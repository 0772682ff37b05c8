import type { Page } from 'playwright-core'

/**
 * The names of the filled amber buttons that a visitor sees at once: those of the open modal dialog, or else of the page. What is beside
 * the page's main part, as a popover is, has a main thing of its own.
 */
export function amberButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--accent-fill)'
    const amber = getComputedStyle(probe).color
    probe.remove()
    const screen = document.querySelector('dialog:modal') ?? document.querySelector('main')
    const controls = [...(screen?.querySelectorAll<HTMLElement>('button, a, [role=button]') ?? [])]
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[popover]'))
      .filter((control) => getComputedStyle(control).backgroundColor === amber)
      .map((control) => control.ariaLabel ?? control.innerText.replace(/\s+/g, ' '))
  })
}
