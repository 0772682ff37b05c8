import type { Page } from 'playwright-core'

/** The addresses that the page asks the system to open with an app from now on: those that the browser itself does not load. */
export async function watchOpenedApps(page: Page): Promise<() => string[]> {
  const addresses: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.frameRequestedNavigation', ({ url }) => {
    if (!/^https?:/.test(url)) addresses.push(url)
  })
  await devtools.send('Page.enable')
  return () => addresses
}
