import { limits } from '@waggle/contract/limits'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, type phone } from '../browser/browser.ts'
import { type Site, startSite } from '../server/site.ts'
import { type ChatUser, openChatPage, openChatUser } from './chat-users.ts'

export interface ChatScene {
  /** A test may end it and put another one in its place. */
  site: Site
  browser: Browser
  alice: ChatUser
  bob: ChatUser
  carol: ChatUser
  /** Opens an empty page in a profile of its own, signed in as `user`. */
  openPage(user: ChatUser | undefined, viewport?: typeof phone): Promise<Page>
  /** Opens a page with the chat of alice. */
  open(user: ChatUser | undefined, path?: string, viewport?: typeof phone): Promise<Page>
  /** Closes the pages that a test has opened. */
  closePages(): Promise<void>
  close(): Promise<void>
}

/** A site, a browser, and three signed-in accounts. */
export async function startChatScene(): Promise<ChatScene> {
  const site = await startSite()
  const browser = await launchBrowser()
  const [alice, bob, carol] = await Promise.all(['alice', 'bob', 'carol'].map((name) => openChatUser(site.url, name)))
  if (!alice || !bob || !carol) throw new Error('three accounts are signed in')
  const pages: Page[] = []
  const scene: ChatScene = {
    site,
    browser,
    alice,
    bob,
    carol,
    async openPage(user, viewport) {
      const { page } = await openChatPage(browser, user, viewport)
      pages.push(page)
      return page
    },
    async open(user, path = '/watch?user=alice', viewport) {
      const page = await scene.openPage(user, viewport)
      await page.goto(scene.site.url + path)
      if (viewport && path.startsWith('/watch')) await leaveDetails(page, viewport)
      // On a phone it is hidden: there the settings lead to who is here.
      await page.getByRole('button', { name: /in the chat/, includeHidden: true }).waitFor({ state: 'attached' })
      return page
    },
    async closePages() {
      for (const page of pages.splice(0)) await page.context().close()
    },
    async close() {
      await browser.close()
      await scene.site.remove()
    },
  }
  return scene
}

/** On a phone the page of an offline channel shows its details first (rule WATCH-6). */
export async function leaveDetails(page: Page, viewport: { width: number }): Promise<void> {
  if (viewport.width > limits.mobileMaxWidthPx) return
  await page.getByRole('tab', { name: 'About', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Chat' }).click()
}

export const chatOf = (page: Page) => page.getByRole('region', { name: 'Chat', exact: true })

/** The row of the message that contains `text`. */
export const messageRow = (page: Page, text: string) =>
  page.getByRole('feed').locator('[data-message]', { hasText: text })

/** The field in which a message is written. */
export const messageInput = (page: Page) => page.getByLabel('Message', { exact: true })
