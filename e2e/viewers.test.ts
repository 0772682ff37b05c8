import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import {
  desktop,
  launchBrowser,
  openProfile,
  phone,
  saveScreenshot,
  withoutPageAnswers,
} from './support/browser/browser.ts'
import { type HostileAd, startHostileAd } from './support/browser/hostile-ad.ts'
import { shownDelaySeconds, signIn, waitUntilPlaying } from './support/browser/journeys.ts'
import { openChatPage, openChatUser } from './support/chat/chat-users.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { callApi, newStreamKey, waitUntilLive } from './support/server/account.ts'
import { type Site, startSite } from './support/server/site.ts'

let site: Site
let browser: Browser
let ad: HostileAd
const encoders: Encoder[] = []

beforeAll(async () => {
  ad = await startHostileAd()
  site = await startSite()
  browser = await launchBrowser()
  for (const username of ['alice', 'carol']) {
    encoders.push(startEncoder(site.rtmpUrl, await newStreamKey(site.url, username), { size: '320x180' }))
    await waitUntilLive(site.url, username)
  }
})
afterAll(async () => {
  await Promise.all(encoders.map((encoder) => encoder.kill()))
  await browser?.close()
  await site?.remove()
  await ad?.close()
})

const names = async (page: Page) =>
  (await page.getByRole('main').locator('article p:first-of-type').allInnerTexts()).map((line) => line.split(' · ')[0])
const followButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^(Follow|Following) ${name}$`) })

/** Answers a request of the page with an HTML error, as a failing proxy would. */
async function failRequest(context: BrowserContext, path: string, status: number): Promise<void> {
  await context.route(`**${path}`, (route) => route.fulfill({ status, contentType: 'text/html', body: 'down' }))
}

/** Checks a state that screens.test.ts does not reach, in both sizes: a screenshot, no axe violation, no horizontal overflow. */
async function inspect(page: Page, state: string): Promise<void> {
  for (const [size, viewport] of Object.entries({ phone, desktop })) {
    await page.setViewportSize(viewport)
    // A phone's bar, which has the heading, is loaded once the window is narrow.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await saveScreenshot(page, `${size}-${state}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${state} is wider than a ${size}`).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
}

describe('a viewer', () => {
  it('[DIR-2, DIR-4] the directory searches, filters and sorts, and its address follows', async () => {
    const { context, page, problems } = await openProfile(browser)
    await page.goto(`${site.url}/directory?search=alice`)
    const search = page.getByPlaceholder('Search streams, users, or categories...')
    expect(await search.inputValue()).toBe('alice')
    await page.getByText('1 stream(s) found').waitFor()
    await search.fill('')
    await page.getByText('2 stream(s) found').waitFor()
    await page.waitForURL(`${site.url}/directory`)
    await page.getByLabel('Sort by').selectOption('Username')
    expect(await names(page)).toEqual(['alice', 'carol'])
    await page.waitForURL('**/directory?sort=username')
    expect(await page.getByLabel('Category').locator('option').allInnerTexts()).toEqual(['All Categories', 'General'])
    await search.pressSequentially(' GENeral ')
    await page.getByText('2 stream(s) found').waitFor()
    await page.waitForURL('**/directory?sort=username&search=GENeral')
    await search.fill('nothing like it')
    await page.getByRole('heading', { name: 'No streams found' }).waitFor()
    await page.getByText('Try adjusting your search criteria or check back later.').waitFor()
    await page.getByText('0 stream(s) found').waitFor()
    await page.getByRole('button', { name: 'Show all streams' }).click()
    await page.getByText('2 stream(s) found').waitFor()
    await page.waitForURL('**/directory?sort=username')
    expect(await search.inputValue()).toBe('')
    await page.getByPlaceholder('Search streams or users...').fill('carol')
    await page.keyboard.press('Enter')
    await page.getByText('1 stream(s) found').waitFor()
    expect(await search.inputValue()).toBe('carol')
    await page.getByRole('main').getByRole('article').getByRole('link').first().click()
    await page.waitForURL('**/watch?user=carol')
    await page.goBack()
    await page.getByText('1 stream(s) found').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('[DIR-7] the directory shows labelled sample streams when the list cannot be loaded', async () => {
    const { context, page } = await openProfile(browser)
    await withoutPageAnswers(context)
    await failRequest(context, '/api/streams', 502)
    await page.goto(`${site.url}/directory`)
    await page.getByRole('heading', { name: 'Error Loading Streams' }).waitFor()
    await page.getByText('HTTP error! status: 502').waitFor()
    await page.getByRole('main').getByText('Sample data').waitFor()
    // Rule SAMPLE-2: they lead to nobody's channel.
    expect(await page.locator('a[href*="/watch"]').count()).toBe(0)
    await context.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('2 stream(s) found').waitFor()
    expect(await page.getByText('Sample data').count()).toBe(0)
    await context.close()
  })

  it('[FOLLOW-2, FOLLOW-7] a visitor sees the follow buttons, and that they need a login', async () => {
    const { context, page } = await openProfile(browser)
    await page.goto(`${site.url}/directory`)
    const button = followButton(page, 'alice')
    await button.focus()
    await page.getByRole('tooltip').filter({ hasText: 'Login to follow channels', visible: true }).waitFor()
    await inspect(page, 'follow-tooltip')
    await page.goto(`${site.url}/following`)
    await page.getByRole('heading', { name: 'Login Required' }).waitFor()
    const recommended = page.getByRole('region', { name: 'Recommended for you' }).getByRole('listitem')
    await recommended.filter({ hasText: 'alice' }).waitFor()
    await page.getByText('You need to be logged in to see your followed channels.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Login with Hive' }).click()
    await page.waitForURL('**/login?next=%2Ffollowing')
    await context.close()
  })

  it('[FOLLOW-9, FOLLOW-11, FOLLOW-13] a user follows, sees the channels live and offline, and unfollows', async () => {
    const { context, page, problems } = await openProfile(browser)
    await signIn(page, site.url, 'dave')
    await page.goto(`${site.url}/following`)
    await page.getByRole('heading', { name: "You're not following anyone yet" }).waitFor()
    await page.getByRole('link', { name: 'Browse the directory' }).click()
    await followButton(page, 'alice').click()
    await page.getByRole('button', { name: 'Following alice', pressed: true }).waitFor()
    await page.goto(`${site.url}/watch?user=bob`)
    await followButton(page, 'bob').click()
    await page.getByRole('button', { name: 'Following bob', pressed: true }).waitFor()
    await page.getByText('1 follower', { exact: true }).waitFor()
    await inspect(page, 'watch-followed')

    await page.goto(`${site.url}/following`)
    await page.getByText('Following 2 channel(s) • 1 live • 1 offline').waitFor()
    await page.getByRole('heading', { name: 'Live Now (1)' }).waitFor()
    await page.getByRole('heading', { name: 'Offline (1)' }).waitFor()
    await page.getByText('Last seen: Recently').waitFor()
    await page.getByRole('region', { name: 'Recommended for you' }).getByText('carol').first().waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'bob' }).getAttribute('href')).toBe(
      '/watch?channel=bob',
    )

    // Rules FOLLOW-1 and FOLLOW-3: a failure is undone and shown for 3 s.
    await failRequest(context, '/api/follows/unfollow', 500)
    await followButton(page, 'bob').click()
    await page.getByRole('alert').filter({ hasText: 'Failed to unfollow channel: 500' }).waitFor()
    await page.getByText('Following 2 channel(s) • 1 live • 1 offline').waitFor()
    await inspect(page, 'follow-error')
    await page.getByText('Failed to unfollow channel: 500').waitFor({ state: 'detached' })
    await context.unrouteAll()

    // Rule FOLLOW-11: at once, before the server has answered.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route('**/api/follows/unfollow', async (route) => {
      await held
      await route.continue()
    })
    await followButton(page, 'bob').click()
    await page.getByText('Following 1 channel(s) • 1 live • 0 offline').waitFor()
    await page.getByRole('heading', { name: 'Offline (0)' }).waitFor()
    expect(await page.getByRole('main').getByText('bob').count()).toBe(0)
    release()
    await followButton(page, 'alice').click()
    await page.getByRole('heading', { name: "You're not following anyone yet" }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: "You're not following anyone yet" }).waitFor()
    expect(problems.filter((problem) => !problem.includes('500 (Internal Server Error)'))).toEqual([])
    await context.close()
  })

  it('[FOLLOW-8] the following page shows loading and failure', async () => {
    const { context, page } = await openProfile(browser)
    await signIn(page, site.url, 'frank')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await context.route('**/api/follows/following', async (route) => {
      await held
      await route.fulfill({ status: 503, body: 'down' })
    })
    await page.goto(`${site.url}/following`)
    await page.getByText('Loading your followed channels...').waitFor()
    answer()
    await page.getByRole('heading', { name: 'Error Loading Following' }).waitFor()
    await page.getByText('Failed to fetch following list: 503').waitFor()
    await context.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('heading', { name: "You're not following anyone yet" }).waitFor()
    await context.close()
  })

  it('[FAQ-1, FAQ-2, FAQ-3] FAQ questions expand, can be searched, and can be linked to', async () => {
    const { context, page, problems } = await openProfile(browser)
    await page.goto(`${site.url}/faq`)
    await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
    const topics = page.getByRole('navigation', { name: 'Topics' })
    const marked = () => topics.locator('[aria-current]').allInnerTexts()
    expect(await marked()).toEqual(['Getting Started'])
    await topics.getByRole('link', { name: 'Technical' }).click()
    await expect.poll(marked).toEqual(['Technical'])
    const open = page.locator('details[open]')
    await page.getByText('Do I need an account to watch?').click()
    await page.getByText('How do I log in?').click()
    expect(await open.count()).toBe(2)
    await page.getByLabel('Search the questions').fill('7 days')
    await page.getByText('After 7 days.').waitFor()
    await inspect(page, 'faq-search')
    await page.getByLabel('Search the questions').fill('xyzzy')
    await page.getByRole('heading', { name: 'No questions found' }).waitFor()
    await page.goto(`${site.url}/faq#resolutions`)
    await page.getByText('720p and 1080p are supported').waitFor()
    expect(await open.getAttribute('id')).toBe('resolutions')
    await expect.poll(() => page.getByText('Which resolutions are supported?').isVisible()).toBe(true)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await page.goto(`${site.url}/faq#key-leaked`)
    await page.getByText('The old key stops working immediately').waitFor()
    // The two of the page, and the one of the site that leads to a report.
    expect(await page.locator('footer').getByRole('link').count()).toBe(3)
    expect(problems).toEqual([])
    await context.close()
  })

  it('[AD-1] [AD-2] [HOME-3] the home page shows one advertisement frame', async () => {
    const { context, page, problems } = await openProfile(browser)
    await page.goto(site.url)
    const frames = page.locator('iframe[title="Advertisement"]').filter({ visible: true })
    const frame = page.getByRole('complementary').locator('iframe[title="Advertisement"]')
    await frame.scrollIntoViewIfNeeded()
    // In the typeface of the site.
    const faceOf = (words: HTMLElement | SVGElement) => [...words.ownerDocument.fonts][0]?.status
    await expect.poll(() => frame.contentFrame().getByText('Go live').evaluate(faceOf)).toBe('loaded')
    expect(await frame.boundingBox()).toMatchObject({ width: 120, height: 60 })
    expect(await frames.count()).toBe(1)
    await inspect(page, 'home')
    await page.setViewportSize(phone)
    expect(await frames.count()).toBe(1)
    await page.setViewportSize(desktop)
    expect(problems).toEqual([])
    const popup = context.waitForEvent('page')
    await frame.contentFrame().getByRole('link').click()
    await (await popup).waitForURL('**/stream-key')
    await context.close()
  })
})

describe('on a phone', () => {
  it('[WATCH-6] the tab of an offline channel that has nothing yet says what will be there', async () => {
    const { context, page } = await openProfile(browser, phone)
    await context.route('**/api/streams', (route) => route.fulfill({ json: { streams: [] } }))
    await page.goto(`${site.url}/watch?user=bob`)
    await page.getByRole('tabpanel', { name: 'About' }).getByText('There is nothing to watch here yet.').waitFor()
    await context.close()
  })

  it('[PLAYER-23] the controls of a player in a frame never lie across the lower edge of its picture', async () => {
    const { context, page } = await openProfile(browser, phone)
    await page.goto(`${site.url}/embed?user=alice`)
    await waitUntilPlaying(page)
    for (const height of [200, 260, 340, 600]) {
      await page.setViewportSize({ width: 360, height })
      const edge = (height + (360 * 9) / 16) / 2
      await expect
        .poll(() => page.locator('[data-player-controls]').boundingBox())
        .toSatisfy((box) => box && (box.y + box.height <= Math.min(edge, height) + 1 || box.y >= edge - 1))
    }
    await context.close()
  })
})

describe('[T13] a hostile advertisement', () => {
  it('cannot break out of its frame', async () => {
    const own = await startSite({ WAGGLE_AD_URL: ad.url })
    ad.setTarget(own.url)
    const { context, page } = await openProfile(browser)
    try {
      let dialogs = 0
      page.on('dialog', (dialog) => {
        dialogs += 1
        void dialog.dismiss()
      })
      await signIn(page, own.url, 'bob')
      await page.goto(`${own.url}/directory`)
      const report = await ad.report()
      expect(Object.keys(report).length).toBeGreaterThan(10)
      expect(Object.entries(report).filter(([, outcome]) => outcome !== 'refused')).toEqual([])
      expect(dialogs).toBe(0)
      expect(page.url()).toBe(`${own.url}/directory`)
      // It learned neither the address nor the session of the page, and the page still works.
      expect(ad.referrers()).toEqual([''])
      await page.getByPlaceholder('Search streams, users, or categories...').fill('still here')
      await page.getByText('0 stream(s) found').waitFor()
      expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0)

      // In a trusted frame the same page succeeds, which shows that the checks above can fail.
      await context.route(`${own.url}/trusted-ad`, (route) =>
        route.fulfill({ contentType: 'text/html', body: ad.page() }),
      )
      await page.waitForFunction(() => 'hive_keychain' in globalThis)
      const reporting = page.waitForRequest(`${own.url}/report`)
      await page.evaluate(() => {
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-modals')
        frame.src = '/trusted-ad'
        document.body.append(frame)
      })
      const trusted: Record<string, string> = (await reporting).postDataJSON()
      expect(Object.keys(trusted).sort()).toEqual(Object.keys(report).sort())
      const achieved = ['top page address', 'top document', 'parent storage', 'wallet of the page', 'own storage']
      const others = ['frame element', 'origin', 'referrer', 'response of /api/streams']
      for (const attempt of [...achieved, ...others]) expect(trusted[attempt], attempt).toMatch(/^got /)
      expect(dialogs).toBeGreaterThan(0)
    } finally {
      await context.close()
      await own.remove()
    }
  })
})

describe('in a browser whose clock is a day off', () => {
  const dayMs = 24 * 60 * 60_000

  it.each([
    ['behind', -dayMs],
    ['ahead', dayMs],
  ])('[T26] plays, shows the right times and chats while it is %s', async (where, offsetMs) => {
    const user = await openChatUser(site.url, 'erin')
    const { context, page } = await openChatPage(browser, user)
    await page.addInitScript((offsetMs) => {
      const RealDate = Date
      globalThis.Date = class extends RealDate {
        constructor(...time: [] | [number | string]) {
          super(...((time.length === 0 ? [RealDate.now() + offsetMs] : time) as [number]))
        }
        static override now() {
          return RealDate.now() + offsetMs
        }
      } as DateConstructor
    }, offsetMs)
    await page.goto(`${site.url}/watch?user=alice`)
    expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - offsetMs)).toBeLessThan(dayMs / 2)
    await waitUntilPlaying(page)

    const { startTime } = await callApi(site.url, '/api/streams/info/alice')
    const uptime = async () => {
      const [minutes = 0, seconds = 0] =
        (await page.getByTitle('Live for').innerText()).match(/\d+/g)?.map(Number) ?? []
      return minutes * 60 + seconds
    }
    await expect.poll(async () => Math.abs((Date.now() - startTime) / 1000 - (await uptime()))).toBeLessThan(5)
    await expect.poll(() => shownDelaySeconds(page)).toBeGreaterThan(0)
    expect(await shownDelaySeconds(page)).toBeLessThan(60)

    // The time of a message that is on its way, and then the server's.
    const address = '**/api/chat/messages/alice'
    const held = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.fallback()
    })
    const sentAt = page
      .locator('[data-message]', { hasText: `a day ${where}` })
      .locator('time')
      .last()
    const ageMs = async () => Date.now() - Date.parse((await sentAt.getAttribute('datetime')) ?? '')
    await page.getByLabel('Message', { exact: true }).fill(`a day ${where}`)
    await page.keyboard.press('Enter')
    expect(Math.abs(await ageMs())).toBeLessThan(60_000)
    held.resolve()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
    expect(Math.abs(await ageMs())).toBeLessThan(60_000)

    const owner = await openChatUser(site.url, 'alice')
    await owner.post('/timeout/alice', { username: 'erin', duration: 300 })
    const wait = await page.getByText('You are timed out. You can write again in').innerText()
    expect(Number(/\d+/.exec(wait)?.[0])).toBeGreaterThan(200)
    await owner.post('/unban/alice', { username: 'erin' })
    await page.getByLabel('Message', { exact: true }).waitFor()
    await context.close()
  })
})
