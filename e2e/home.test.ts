import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { launchBrowser, openProfile, withoutPageAnswers } from './support/browser/browser.ts'
import { signIn } from './support/browser/journeys.ts'
import { doubleLetters, outsideWindow } from './support/browser/large-letters.ts'
import { smallTouchTargets } from './support/browser/touch-targets.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { callApi, newSession, newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
const encoders: Encoder[] = []
/** The session of erin, who follows a channel that is offline. */
let viewer: Promise<string>

beforeAll(async () => {
  site = await startSite({ WAGGLE_TRANSCODE: 'off' })
  browser = await launchBrowser()
  // The names are not in the order of the starts. Only carol has a title.
  for (const username of ['carol', 'dave', 'alice']) {
    encoders.push(startEncoder(site.rtmpUrl, await newStreamKey(site.url, username), { size: '320x180' }))
    await waitUntilLive(site.url, username)
  }
  await callApi(site.url, '/api/channels/my-channel', {
    method: 'PUT',
    token: await newSession(site.url, 'carol'),
    body: { title: 'Late jazz', language: 'es', tags: ['piano'] },
  })
  viewer = newSession(site.url, 'erin')
  await callApi(site.url, '/api/follows/follow', { token: await viewer, body: { username: 'bob' } })
  await vi.waitFor(async () => expect((await streams()).every(({ thumbnail }) => thumbnail !== null)).toBe(true), {
    timeout: 60_000,
    interval: 500,
  })
})
afterAll(async () => {
  await Promise.all(encoders.map((encoder) => encoder.kill()))
  await browser?.close()
  await site?.remove()
})

async function streams(): Promise<{ username: string; thumbnail: string | null; viewers: number }[]> {
  return (await (await fetch(`${site.url}/api/streams`)).json()).streams
}

/** Signed in as somebody who follows a channel. */
async function openPhone(path: string) {
  const profile = await openProfile(browser, { width: 390, height: 844 }, { hasTouch: true, isMobile: true })
  await profile.context.addInitScript(
    (token) => {
      // The advertisement's frame has no storage.
      if (window !== top) return
      localStorage.setItem('waggle.user', 'erin')
      localStorage.setItem('waggle.token', token)
    },
    await viewer,
  )
  await profile.page.goto(site.url + path)
  return profile
}

const hero = (page: Page) => page.getByRole('region', { name: 'Featured Stream' })
/** Neither the window's edge nor the bar at the bottom hides the lower edge of the picture. */
function isPictureUncovered(card: Element): boolean {
  const { left, bottom } = card.firstElementChild?.getBoundingClientRect() ?? new DOMRect()
  return card.contains(document.elementFromPoint(left + 20, bottom - 5))
}

const picture = (page: Page) => page.getByTestId('live-picture')

it('[HOME-2, HOME-3] features a stream with a title, and shows it once', async () => {
  const { context, page, problems } = await openProfile(browser)
  // Chosen at random: each visit could be another one.
  for (let visit = 0; visit < 4; visit++) {
    await page.goto(site.url)
    await hero(page).getByRole('heading', { name: 'Late jazz' }).waitFor()
  }
  const sources = await hero(page)
    .locator('article > a img')
    .evaluateAll((pictures) => pictures.map((img) => (img as HTMLImageElement).src))
  expect(sources).toEqual([expect.stringContaining('/thumbnail-large.jpg')])
  const grid = page.getByRole('region', { name: 'Live Streams' })
  await grid.getByText('alice').waitFor()
  expect(await grid.getByText('carol').count()).toBe(0)
  await hero(page).getByRole('link', { name: 'Watch carol' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it('[HOME-8] plays the featured stream while it is in view, and counts no viewer', async () => {
  const { context, page, problems } = await openProfile(browser, { width: 1300, height: 500 })
  await page.goto(site.url)
  const time = () => picture(page).evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(() => picture(page).and(page.locator('[data-playing]')).count()).toBe(1)
  const started = await time()
  await expect.poll(time).toBeGreaterThan(started)
  expect(await picture(page).evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  expect((await streams()).map(({ viewers }) => viewers)).toEqual([0, 0, 0])
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await picture(page).waitFor({ state: 'detached' })
  await page.evaluate(() => scrollTo(0, 0))
  await picture(page).waitFor({ state: 'attached' })
  const hide = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  await picture(page).waitFor({ state: 'detached' })
  await hide(false)
  await picture(page).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Pause preview' }).click()
  await picture(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Play preview' }).click()
  await picture(page).waitFor({ state: 'attached' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await picture(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: /preview/ }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

it('[HOME-2, HOME-3] another stream takes the stage by its picture, and leaves its card in the grid', async () => {
  const rename = async (title: string) => {
    const token = await newSession(site.url, 'alice')
    await callApi(site.url, '/api/channels/my-channel', { method: 'PUT', token, body: { title } })
    await expect.poll(async () => JSON.stringify(await streams()).includes('Early blues')).toBe(title !== '')
  }
  // Those without a title are no choice.
  await rename('Early blues')
  onTestFinished(() => rename(''))
  const { context, page, problems } = await openProfile(browser)
  await page.goto(site.url)
  await hero(page).getByRole('button', { name: 'Feature carol' }).click()
  await hero(page).getByRole('heading', { name: 'Late jazz' }).waitFor()
  await hero(page).getByRole('button', { name: 'Feature alice' }).click()
  await hero(page).getByRole('heading', { name: 'Early blues' }).waitFor()
  const cards = page.getByRole('main').getByRole('listitem').getByRole('article')
  // The pictures to choose from say whose they are, and those of the first row are in the first window, with its words.
  await hero(page).getByRole('button', { name: 'Feature carol' }).getByText('carol', { exact: true }).waitFor()
  for (const width of [1001, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await cards.first().evaluate(isPictureUncovered)).toBe(true)
  }
  const carol = cards.filter({ hasText: 'carol' })
  await carol.getByRole('link', { name: 'piano' }).waitFor()
  await carol.getByText(/^Live for \d+m$/).waitFor()
  expect(await cards.filter({ hasText: 'alice' }).count()).toBe(0)
  const widths = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().width))
  expect(widths).toHaveLength(2)
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(320)
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('link', { name: /^General\s*3$/ }).waitFor()

  // The last minute, as pictures one after the other.
  const pictures = carol.locator('img[src*=thumbnail]')
  expect(await pictures.count()).toBe(1)
  await carol.hover()
  await expect.poll(() => pictures.count()).toBeGreaterThan(2)
  await page.mouse.move(0, 0)
  await expect.poll(() => pictures.count()).toBe(1)
  expect(problems).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await carol.hover()
  await page.clock.runFor(5000)
  expect(await pictures.count()).toBe(1)
  await context.close()
})

it('[HOME-3] shows followed channels first', async () => {
  const { context, page } = await openProfile(browser)
  const token = await newSession(site.url, 'bob')
  const follow = (username: string) => callApi(site.url, '/api/follows/follow', { token, body: { username } })
  await follow('dave')
  await signIn(page, site.url, 'bob')
  await page.goto(site.url)
  const rest = page.getByRole('region', { name: 'Live Streams' })
  await rest.getByText('alice').waitFor()
  // [SHELL-8] The list at the left begins with them, too.
  const active = page.getByRole('region', { name: 'Active Streams' }).getByRole('link')
  for (const list of [rest.getByRole('article'), active]) expect(await list.first().textContent()).toContain('dave')
  const lines = active.locator('..').evaluateAll((all) => all.map((entry) => getComputedStyle(entry).borderTopWidth))
  expect(await lines).toEqual(['0px', '1px', ...(await lines).slice(2).map(() => '0px')])
  // Two are a section of their own.
  await follow('alice')
  await page.reload()
  const followed = page.getByRole('region', { name: 'Channels you follow' })
  for (const name of ['alice', 'dave']) await followed.getByText(name).first().waitFor()
  expect(await rest.getByText('dave').count()).toBe(0)
  // [SHELL-4] Who is logged in has the way to a broadcast of their own on every page, where there is room.
  const goLive = page.getByRole('banner').getByRole('link', { name: 'Go live' })
  expect(await goLive.getAttribute('href')).toBe('/stream-key')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await goLive.isVisible()).toBe(false)
  await context.close()
})

it('[DIR-3, DIR-4, SHELL-8] sidebar, home and directory agree on categories and order', async () => {
  const { context, page } = await openProfile(browser)
  await page.goto(`${site.url}/directory`)
  await page.getByText('3 stream(s) found').waitFor()
  const texts = (selector: string) => page.locator(selector).allInnerTexts()
  const sidebar = 'section[aria-labelledby="active-streams-heading"] li'
  const names = (lines: string[]) => lines.map((line) => line.match(/alice|carol|dave/)?.[0])
  expect(names(await texts(sidebar))).toEqual(['alice', 'carol', 'dave'])
  expect(names(await texts('main article'))).toEqual(['alice', 'carol', 'dave'])
  for (const line of [...(await texts(sidebar)), ...(await texts('main article'))]) expect(line).toContain('General')
  await page.goto(site.url)
  await hero(page).getByText('General').waitFor()
  for (const line of await texts('main li article')) expect(line).toContain('General')
  await context.close()
})

it('[DIR-3] categories, languages and tags of the directory are in its address', async () => {
  const { context, page, problems } = await openProfile(browser)
  await page.goto(`${site.url}/directory`)
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'piano' }).click()
  await page.getByText('1 stream(s) found').waitFor()
  await page.waitForURL('**/directory?tag=piano')
  await page.getByRole('combobox', { name: 'Stream language' }).selectOption('Spanish')
  await page.waitForURL('**/directory?tag=piano&language=es')
  const place = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^General\s*3 live/ })
  await expect.poll(() => place.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await place.click()
  await page.waitForURL('**/directory?tag=piano&language=es&category=General')
  await page.reload()
  await page.getByText('1 stream(s) found').waitFor()
  // What is shared says what is on it.
  await page.getByRole('heading', { name: 'General · #piano' }).waitFor()
  expect(await page.title()).toMatch(/^General · #piano/)
  // On a phone pictures come first: the cards have the tags, and the row above them only what is chosen.
  await page.setViewportSize({ width: 390, height: 844 })
  const tags = page.getByRole('navigation', { name: 'Tags' })
  await tags.getByRole('link', { name: 'piano' }).click()
  await tags.getByRole('link', { name: 'Spanish' }).click()
  await page.getByText('3 stream(s) found').waitFor()
  expect(await tags.isVisible()).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

it('[HOME-5] [HOME-11] without streams the page lists who was live lately', async () => {
  const { context, page } = await openProfile(browser)
  await withoutPageAnswers(context)
  await context.route(
    ({ pathname }) => pathname === '/api/streams',
    (route) => route.fulfill({ json: { streams: [] } }),
  )
  await context.route('**/api/streams/recent', (route) =>
    route.fulfill({
      json: {
        channels: [
          {
            username: 'erin',
            avatar: '',
            title: 'T',
            category: null,
            endTime: 1,
            nextBroadcast: null,
            picturePath: null,
          },
        ],
      },
    }),
  )
  await page.goto(site.url)
  await page.getByRole('heading', { name: 'No Active Streams' }).waitFor()
  const recent = page.getByRole('region', { name: 'Recently live' }).getByRole('article')
  await recent.getByText('erin', { exact: true }).waitFor()
  expect(await recent.getByRole('link', { name: 'T' }).getAttribute('href')).toBe('/watch?user=erin')
  // On a phone a row, as those of the live streams.
  await page.setViewportSize({ width: 390, height: 844 })
  const [row, title] = await Promise.all([
    recent.boundingBox(),
    recent.getByRole('heading', { name: 'T' }).boundingBox(),
  ])
  expect(row?.width).toBeGreaterThan(300)
  expect(title?.x).toBeGreaterThan((row?.x ?? 0) + 100)
  expect(title?.y).toBeCloseTo(row?.y ?? 0, -1)
  expect(await page.getByRole('main').getByRole('link', { name: 'Go live' }).getAttribute('href')).toBe('/stream-key')
  // [SHELL-9] So does a page that is not there.
  await page.goto(`${site.url}/nowhere`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await recent.getByText('erin', { exact: true }).waitFor()
  await context.close()
})

it('[SHELL-12] letters of twice the size leave the topics of the FAQ whole beside its questions', async () => {
  const { context, page } = await openProfile(browser, { width: 1280, height: 800 })
  await page.goto(`${site.url}/faq`)
  await page.getByRole('heading', { name: 'FAQ' }).waitFor()
  await doubleLetters(page)
  await expect.poll(() => outsideWindow(page)).toEqual([])
  await context.close()
})

// Last, because who watches is counted, and the count orders the streams.
describe('on a phone', () => {
  const pages: [string, (page: Page) => Locator][] = [
    ['/', (page) => hero(page)],
    ['/directory', (page) => page.getByText('3 stream(s) found')],
    ['/following', (page) => page.getByText('Offline (1)')],
    ['/watch?user=carol', (page) => page.getByRole('region', { name: 'Chat' })],
    ['/embed?user=carol', (page) => page.getByTestId('player-video')],
    ['/dashboard/streamer', (page) => page.getByRole('button', { name: 'Chat', exact: true })],
  ]

  it.each(pages)(
    '[SHELL-12] what is smaller than a fingertip on %s takes touches around itself',
    async (path, ready) => {
      const { context, page } = await openPhone(path)
      await ready(page).waitFor()
      await expect.poll(() => smallTouchTargets(page)).toEqual([])
      // Nothing of it is outside the window, which a phone would make wider.
      expect(await page.evaluate(() => innerWidth)).toBe(page.viewportSize()?.width)
      await context.close()
    },
  )

  it('[HOME-11] the featured stream and two more are in view at once', async () => {
    const { context, page } = await openPhone('/')
    const title = hero(page).getByRole('heading', { level: 3 })
    await title.waitFor()
    const cards = page.getByRole('region', { name: 'Live Streams' }).getByRole('article')
    await expect.poll(() => cards.count()).toBe(2)
    for (const card of await cards.all()) await expect.poll(() => card.evaluate(isPictureUncovered)).toBe(true)
    // Nothing but the state, the viewers and the pause lies over the picture.
    const bottom =
      (await hero(page)
        .locator('.hero-picture')
        .boundingBox()
        .then((box) => box && box.y + box.height)) ?? 844
    const heading = hero(page).getByRole('heading')
    for (const text of [...(await heading.all()), hero(page).getByRole('link', { name: 'General' })])
      expect((await text.boundingBox())?.y).toBeGreaterThanOrEqual(bottom)
    // The list of the sidebar would repeat the page's (rule SHELL-11).
    expect(await page.getByText('Active Streams').filter({ visible: true }).count()).toBe(0)
    // A finger beside the title leads to the stream, too.
    const line = (await title.boundingBox()) ?? { y: 0, height: 0 }
    await page.mouse.click(390 - 40, line.y + line.height / 2)
    await page.waitForURL('**/watch?user=*')
    await context.close()
  })

  it('[DIR-8] the search and one line of filters lead to the first picture in the upper half', async () => {
    const { context, page } = await openPhone('/directory')
    const card = page.getByRole('main').getByRole('article').first()
    await card.waitFor()
    const search = page.getByRole('searchbox')
    await expect.poll(() => search.count()).toBe(1)
    const language = page.getByRole('main').getByLabel('Language')
    const chosen = page.getByRole('search').locator('label > span[aria-hidden=true]:visible')
    expect(await chosen.allInnerTexts()).toEqual(['Category', 'Language', 'Viewers'])
    const lines = await chosen.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    expect(new Set(lines).size).toBe(1)
    expect((await card.boundingBox())?.y).toBeLessThan(844 / 2)
    // The number of streams takes no line of its own.
    const lineOf = async (locator: Locator) => {
      const { y, height } = (await locator.boundingBox()) ?? { y: 0, height: 0 }
      return y + height
    }
    const heading = await lineOf(page.getByRole('heading', { level: 1 }))
    expect(Math.abs((await lineOf(page.getByText('3 stream(s) found'))) - heading)).toBeLessThan(10)
    await language.selectOption('Spanish')
    await page.getByText('1 stream(s) found').waitFor()
    await context.close()
  })

  it('[SHELL-12] letters of twice the size leave the choices below the page whole', async () => {
    const { context, page } = await openPhone('/faq')
    await doubleLetters(page)
    const missing = () =>
      page.locator('footer select').evaluateAll((fields) =>
        fields.map((field) => {
          const { offsetWidth } = field as HTMLElement
          const whole = field.parentElement?.appendChild(field.cloneNode(true)) as HTMLElement
          whole.style.cssText = 'position: fixed; width: max-content; max-width: none'
          const missingPx = whole.offsetWidth - offsetWidth
          whole.remove()
          return Math.max(0, missingPx)
        }),
      )
    await expect.poll(missing).toEqual([0, 0])
    await context.close()
  })

  it.each(pages)(
    '[SHELL-12] letters of twice the size leave nothing outside of the window on %s',
    async (path, ready) => {
      const { context, page } = await openPhone(path)
      await ready(page).waitFor()
      await doubleLetters(page)
      await expect.poll(() => outsideWindow(page)).toEqual([])
      await context.close()
    },
  )
})
