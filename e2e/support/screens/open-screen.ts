import type { Browser, BrowserContextOptions, ViewportSize } from 'playwright-core'
import { openProfile, withoutPageAnswers } from '../browser/browser.ts'
import { type Answer, fulfil, type Screen } from './screens.ts'

/** Opens a screen in a browser profile of its own, in the dark theme and without motion; `token` is the session of its user. */
export async function openScreen(
  browser: Browser,
  siteUrl: string,
  { path, user, answers = {}, language, stored }: Screen,
  { token, viewport, ...options }: { token: string | undefined; viewport: ViewportSize } & BrowserContextOptions,
) {
  const profile = await openProfile(browser, viewport, options)
  const { context, page } = profile
  await context.addInitScript(
    (items) => {
      // The advertisement's frame has no storage.
      if (window !== top) return
      for (const [key, value] of Object.entries(items)) if (value) localStorage.setItem(key, value)
    },
    { 'waggle.user': user, 'waggle.token': token, 'waggle.language': language, ...stored },
  )
  await withoutPageAnswers(context)
  for (const [call, answer] of Object.entries(answers)) {
    const next = inOrder(answer)
    await context.route(
      ({ pathname }) => pathname === call,
      (route) => fulfil(route, next()),
    )
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(siteUrl + path)
  return profile
}

function inOrder(answer: Answer | readonly Answer[]): () => Answer {
  const answers = [answer].flat()
  return () => (answers.length > 1 ? answers.shift() : answers[0]) ?? 'never'
}
