import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, openProfile, saveScreenshot } from './support/browser/browser.ts'
import { waitUntilPlaying } from './support/browser/journeys.ts'
import { doubleLetters } from './support/browser/large-letters.ts'
import { smallTouchTargets } from './support/browser/touch-targets.ts'
import { preferLowDelay, preferRealTime } from './support/players/delay-mode.ts'
import { type LiveSite, startLiveSite } from './support/server/live-site.ts'
import type { Site } from './support/server/site.ts'

let live: LiveSite
let site: Site
let browser: Browser

beforeAll(async () => {
  live = await startLiveSite('alice', 'bob')
  ;({ site, browser } = live)
})
afterAll(() => live?.remove())

const small = (page: Page) => page.getByRole('complementary', { name: 'Small player' })
const toHome = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()

async function watch(channel: string, viewport = desktop, prefer = preferLowDelay) {
  const profile = await openProfile(browser, viewport, viewport === desktop ? {} : { hasTouch: true, isMobile: true })
  await prefer(profile.context)
  await profile.page.goto(`${site.url}/watch?user=${channel}`)
  await waitUntilPlaying(profile.page)
  return profile
}

/** Waits for the next frames of the video, wherever it is. */
function showsFrames(page: Page, count = 10): Promise<void> {
  return page.getByTestId('player-video').evaluate(async (video: HTMLVideoElement, frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  }, count)
}

it.each([
  ['in real time', preferRealTime],
  ['in low delay', preferLowDelay],
] as const)(
  '[PLAYER-22] the same playback goes on in the corner of other pages and back in its own, without a break: %s',
  async (_, prefer) => {
    const { context, page, problems } = await watch('alice', desktop, prefer)
    const viewers: string[] = []
    page.on('request', (request) => request.url().includes('/api/hls/token/') && viewers.push(request.url()))
    page.on('websocket', (socket) => socket.url().endsWith('/moq') && viewers.push(socket.url()))
    const video = page.getByTestId('player-video')
    // On a machine that is too busy for it, real time gives way to low delay, wherever the picture is (rule PLAYER-20).
    const watched = await video.evaluateHandle((element: HTMLVideoElement) => {
      const seen = { element, breaks: [] as string[], modeChanges: 0 }
      let wasRealTime = element.srcObject !== null
      for (const name of ['pause', 'emptied', 'loadstart'])
        element.addEventListener(name, ({ type }) => {
          const isRealTime = element.srcObject !== null
          if (type === 'pause' || isRealTime === wasRealTime) seen.breaks.push(type)
          else if (type === 'loadstart') {
            wasRealTime = isRealTime
            seen.modeChanges += 1
          }
        })
      return seen
    })
    const state = () =>
      video.evaluate(
        (element: HTMLVideoElement, { element: first, breaks }) => ({
          isSame: element === first,
          isMuted: element.muted,
          breaks,
          isSmall: element.clientWidth < 400,
        }),
        watched,
      )
    const unbroken = { isSame: true, isMuted: false, breaks: [] }

    await toHome(page)
    await small(page).getByText('alice', { exact: true }).waitFor()
    await showsFrames(page)
    expect(await state()).toEqual({ ...unbroken, isSmall: true })
    // Nothing else plays, and it is still one viewer. The featured stream would have begun by then.
    await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
    await showsFrames(page, 60)
    expect(await page.locator('video').count()).toBe(1)

    await page.getByRole('link', { name: 'FAQ' }).first().click()
    await page.waitForURL(/\/faq/)
    await small(page).getByRole('button', { name: 'Mute' }).click()
    await showsFrames(page)
    expect(await state()).toEqual({ ...unbroken, isMuted: true, isSmall: true })
    expect(await accessibilityFindings(page)).toEqual([])

    await small(page)
      .getByRole('link', { name: 'Back to the channel: alice' })
      .getByText('alice', { exact: true })
      .click()
    await page.getByRole('button', { name: 'Unmute' }).click()
    await showsFrames(page)
    expect(await state()).toEqual({ ...unbroken, isSmall: false })
    expect(await small(page).count()).toBe(0)
    if ((await watched.evaluate(({ modeChanges }) => modeChanges)) === 0) expect(viewers).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  },
)

it('[PLAYER-22] it goes on for a viewer who leaves before the code of the small player is there', async () => {
  const { context, page } = await openProfile(browser)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const code = page.waitForRequest('**/keep-playing-*.js')
  await context.route('**/keep-playing-*.js', async (route) => {
    await released
    await route.continue()
  })
  await preferLowDelay(context)
  await page.goto(`${site.url}/watch?user=alice`)
  await waitUntilPlaying(page)
  await code
  await toHome(page)
  await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
  release()
  await small(page).waitFor()
  await showsFrames(page)
  await context.close()
})

it('[PLAYER-22] it is paused, and ends when the viewer closes it or opens something else that plays', async () => {
  const { context, page, problems } = await watch('alice')
  await toHome(page)
  await small(page).getByRole('button', { name: 'Pause' }).click()
  await small(page).getByRole('button', { name: 'Play' }).waitFor()
  expect(await page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await small(page).getByRole('button', { name: 'Play' }).click()
  await showsFrames(page)
  await small(page).getByRole('button', { name: 'Stop watching' }).click()
  expect(await page.getByTestId('player-video').count()).toBe(0)

  await page.goBack()
  await waitUntilPlaying(page)
  await toHome(page)
  await small(page).waitFor()
  // [HOME-2] The page features the other one.
  await page.getByRole('link', { name: 'Watch bob' }).click()
  await waitUntilPlaying(page)
  await page.getByRole('heading', { name: /bob/ }).first().waitFor()
  expect(await small(page).count()).toBe(0)
  expect(await page.locator('video').count()).toBe(1)
  await toHome(page)
  await small(page).waitFor()
  await page.getByRole('link', { name: 'Watch alice' }).waitFor()
  await page.goBack()
  await waitUntilPlaying(page)

  // A broadcast that the viewer has paused does not go on.
  await page.keyboard.press('k')
  await expect
    .poll(() => page.getByTestId('player-video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(true)
  await toHome(page)
  await page.getByRole('heading', { name: 'Featured Stream' }).waitFor()
  expect(await page.getByTestId('player-video').count()).toBe(0)
  // What scrolls away below the top bar ends at a line.
  const edge = () => page.getByRole('banner').evaluate((bar) => getComputedStyle(bar).boxShadow)
  expect(await edge()).toContain('0px 0px 0px 0px')
  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 200)
  await expect.poll(edge).toContain('0px 1px 0px 0px')
  expect(problems).toEqual([])
  await context.close()
})

it('[PLAYER-22] it is moved to the other side by a button or by dragging, and stays there', async () => {
  const { context, page, problems } = await watch('alice')
  await toHome(page)
  const box = async () => {
    const found = await small(page).boundingBox()
    if (!found) throw new Error('The small player is not shown')
    return found
  }
  const middle = desktop.width / 2
  await small(page).waitFor()
  expect((await box()).x).toBeGreaterThan(middle)
  await small(page).getByRole('button', { name: 'Move to the left' }).click()
  const list = await page.getByRole('navigation').first().boundingBox()
  // Beside the list of streams, not on it.
  expect((await box()).x).toBeGreaterThanOrEqual((list?.x ?? Infinity) + (list?.width ?? 0))
  expect((await box()).x).toBeLessThan(middle)

  const { x, y } = await box()
  await page.mouse.move(x + 100, y + 60)
  await page.mouse.down()
  await page.mouse.move(x + 100 + middle, y + 60, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await box()).x).toBeGreaterThan(middle)
  // The end of the drag was no press of the way back.
  expect(new URL(page.url()).pathname).toBe('/')
  // Let go outside before it was moved, it does not follow a pointer that is only above it.
  const right = await box()
  await page.mouse.move(right.x + 3, right.y + 60)
  await page.mouse.down()
  await page.mouse.move(right.x - 200, right.y - 300)
  await page.mouse.up()
  await page.mouse.move(right.x + 50, right.y + 60)
  await page.mouse.move(right.x + 120, right.y + 60, { steps: 4 })
  expect(await box()).toEqual(right)

  await small(page).getByRole('button', { name: 'Move to the left' }).click()
  await page.mouse.click(x + 100, y + 60)
  await page.waitForURL(/watch/)
  await waitUntilPlaying(page)
  await toHome(page)
  await small(page).getByRole('button', { name: 'Move to the right' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it('[PLAYER-22] on a phone it is a bar above the site’s own, and everything else stays in reach', async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [844, 390],
  ] as const) {
    const { context, page, problems } = await watch('alice', { width, height })
    await page.getByRole('link', { name: 'Back to home' }).click()
    await small(page).waitFor()
    await showsFrames(page)
    const [bar, navigation] = await Promise.all(
      [small(page), page.getByRole('navigation').first()].map((part) => part.boundingBox()),
    )
    if (!bar || !navigation) throw new Error('The small player or the navigation is not there')
    if (width <= 768) expect(bar.y + bar.height).toBeLessThanOrEqual(navigation.y)
    // It may lie over a part of something else, which scrolls away.
    const own = ['Pause', 'Mute', 'Stop watching']
    expect((await smallTouchTargets(page)).filter((name) => own.includes(name))).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    await saveScreenshot(page, `small-player-${width}x${height}`)
    // The end of the page can be read above it.
    const lowest = () =>
      page.getByRole('contentinfo').evaluate((footer) => {
        scrollTo(0, document.documentElement.scrollHeight)
        const things = [...footer.querySelectorAll('a, p, select, button')]
        return Math.max(...things.map((thing) => thing.getBoundingClientRect().bottom))
      })
    if (width <= 768) {
      expect(await lowest()).toBeLessThanOrEqual(bar.y)
      // The bar grows with its letters.
      await doubleLetters(page)
      expect(await lowest()).toBeLessThanOrEqual((await small(page).boundingBox())?.y ?? 0)
    }
    expect(problems).toEqual([])
    await context.close()
  }
})

it('[PLAYER-22] it goes when the broadcast is over', async () => {
  const { context, page, problems } = await watch('alice')
  await toHome(page)
  await small(page).waitFor()
  await saveScreenshot(page, 'small-player')
  // As the playlist of a broadcast that is over.
  await page.route(/media\.m3u8/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}#EXT-X-ENDLIST\n` })
  })
  await expect.poll(() => small(page).count()).toBe(0)
  expect(await page.getByTestId('player-video').count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

it('[SHELL-3] on a phone the button for the sound is beside the way home, not below it', async () => {
  const onPhone = await openProfile(browser, { width: 390, height: 844 })
  // A browser that lets nothing play with its sound.
  await onPhone.context.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
      if (!this.muted) throw new DOMException('', 'NotAllowedError')
      await play.call(this)
    }
  })
  await preferLowDelay(onPhone.context)
  await onPhone.page.goto(`${site.url}/watch?user=alice`)
  const unmute = await onPhone.page.getByRole('button', { name: 'Tap to unmute' }).boundingBox()
  const back = await onPhone.page.getByRole('link', { name: 'Back to home' }).boundingBox()
  expect(unmute?.x).toBeGreaterThan((back?.x ?? Infinity) + (back?.width ?? 0))
  await onPhone.context.close()
})
