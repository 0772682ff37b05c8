import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operatePath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { inspectSizes } from './support/browser/inspect-sizes.ts'
import { approveInWallet, signIn, waitUntilPlaying } from './support/browser/journeys.ts'
import { type Encoder, startEncoder } from './support/encoders/encoder.ts'
import { waitUntilLive } from './support/server/account.ts'

let site: TestSite
let browser: Browser
let encoder: Encoder
let operator: Awaited<ReturnType<typeof openProfile>>
let viewer: Awaited<ReturnType<typeof openProfile>>

beforeAll(async () => {
  const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))
  site = await startTestSite({ webDist, env: { WAGGLE_OPERATORS: 'alice', WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
  operator = await openProfile(browser, desktop)
  viewer = await openProfile(browser, phone)
  encoder = startEncoder(site.rtmpUrl, await site.streamKey('carol'), { size: '320x180' })
  await waitUntilLive(site.url, 'carol')
})
afterAll(async () => {
  await encoder?.kill()
  await browser?.close()
  await site?.close()
})

async function inspect(page: Page, name: string): Promise<void> {
  await inspectSizes(page, `operate-${name}`, [desktop, phone, { width: 320, height: 640 }])
  await page.setViewportSize(desktop)
}

async function suspend(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `Take action against @${username}` }).click()
  await page.getByRole('radio', { name: 'Suspend the account' }).check()
  expect(await page.getByRole('button', { name: 'Suspend the account' }).isDisabled()).toBe(true)
  await page.getByLabel('Reason').selectOption('other')
  await page.getByLabel('What the account is told').fill('Asked for three times.')
  await page.getByRole('button', { name: 'Suspend the account' }).click()
  await page.getByText('Account suspended').first().waitFor()
}

describe('somebody who runs the site', () => {
  it('[OPERATE-1] approves the rights with the wallet', async () => {
    const { page } = operator
    await page.goto(site.url + operatePath())
    await page.getByText('Log in with an account that runs this site.').waitFor()
    await signIn(page, site.url, 'alice')
    await page.goto(site.url + operatePath())
    await page.getByRole('button', { name: 'Approve with Hive Keychain' }).waitFor()
    await inspect(page, 'approve')
    await page.getByRole('button', { name: 'Approve with Hive Keychain' }).click()
    await approveInWallet(page)
    await page.getByText(/^Rights until /).waitFor()
  })

  it('[HEALTH-7] sees the viewers and the live channels over time, as a chart and as a table', async () => {
    const { page } = operator
    const figures = page.getByRole('region', { name: 'Figures' })
    const channels = figures.getByRole('figure', { name: 'Live channels' })
    await page.goto(site.url + operatePath({ section: 'health' }))
    await figures.getByRole('button', { name: 'Over time' }).click()
    // Every ten seconds a process says how it is and what is live; the page asks once a minute.
    const isSampled = async () => {
      const answer = page.waitForResponse(/\/api\/operate\/figures/)
      await page.goto(site.url + operatePath({ section: 'health' }))
      const { samples } = await (await answer).json()
      return samples.at(-1)?.channels === 1 && samples.at(-1).eventLoopMs !== null && samples.at(-1).processorShare > 0
    }
    await expect.poll(isSampled, { interval: 1000, timeout: 60_000 }).toBe(true)
    await expect
      .poll(() =>
        figures.getByRole('img', { name: /^Event loop delay of the slowest process: from [\d.]+ ms/ }).count(),
      )
      .toBe(1)
    expect(await figures.getByRole('img', { name: /^Processor of the busiest machine: from \d+%/ }).count()).toBe(1)
    await expect.poll(() => channels.getByRole('img').getAttribute('aria-label')).toMatch(/to 1, last 1$/)
    await channels.getByRole('button', { name: 'Show as a table' }).click()
    expect(await channels.getByRole('row').last().getByRole('cell').last().textContent()).toBe('1')
    await inspect(page, 'figures')
    await figures.getByRole('button', { name: 'Last 30 days' }).click()
    await figures.getByText('The most in each hour.').waitFor()
    await expect.poll(() => channels.getByRole('img').getAttribute('aria-label')).toMatch(/to 1, last 1$/)
  })

  it('[HEALTH-7] has the charts above the processes, folds them, and reads marks of time that fit on the smallest phone', async () => {
    const { page } = operator
    const at = new Date().setHours(16, 20, 0, 0)
    const samples = Array.from({ length: 1441 }, (_, minute) => ({
      at: at - (1440 - minute) * 60_000,
      ...{ viewers: minute, channels: 2, eventLoopMs: 3, processorShare: 0.5 },
    }))
    await page.route('**/api/operate/figures*', (route) => route.fulfill({ json: { secondsEach: 60, samples } }))
    await page.reload()
    const figures = page.getByRole('region', { name: 'Figures' })
    const fold = figures.getByRole('button', { name: 'Over time', exact: true })
    const viewers = figures.getByRole('figure', { name: 'Viewers' })
    const marks = viewers.locator('[style^="left:"]:visible')
    await viewers.waitFor()
    const topOf = async (place: typeof figures) => (await place.boundingBox())?.y ?? Number.NaN
    expect(await topOf(figures)).toBeLessThan(await topOf(page.getByRole('region', { name: 'Processes' })))
    const day = expect.stringMatching(/^\w{3} \d+$/)
    const hours = ['4:00\u00a0AM', '8:00\u00a0AM', '12:00\u00a0PM']
    expect(await marks.allTextContents()).toEqual(['8:00\u00a0PM', day, ...hours])
    await page.setViewportSize({ width: 320, height: 640 })
    const boxes = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().toJSON()))
    expect(boxes.length).toBeGreaterThanOrEqual(2)
    expect(boxes.every(({ left }, index) => index === 0 || left > boxes[index - 1].right)).toBe(true)
    expect(boxes.every(({ right }) => right <= 320)).toBe(true)
    await fold.click()
    await viewers.waitFor({ state: 'detached' })
    expect(await figures.getByRole('listitem').first().textContent()).toBe('Viewers 1,440 0 to 1,440 in 24 h')
    await page.reload()
    await figures.getByText('1,440', { exact: true }).waitFor()
    expect(await viewers.count()).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await fold.click()
    await viewers.waitFor()
    await page.setViewportSize(desktop)
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('[OPERATE-6] [OPERATE-9] [HEALTH-5] sees what a viewer reports, with the picture and the media of that moment', async () => {
    const reporter = viewer.page
    await signIn(reporter, site.url, 'erin')
    await reporter.goto(site.url + watchPath('carol'))
    await waitUntilPlaying(reporter)
    await reporter.setViewportSize(desktop)
    await reporter.getByRole('button', { name: 'More' }).click()
    await reporter.getByRole('menuitem', { name: 'Report' }).click()
    expect(await reporter.getByRole('button', { name: 'Send the report' }).isDisabled()).toBe(true)
    await reporter.getByLabel('What is wrong?').selectOption('copyright')
    expect(await accessibilityFindings(reporter)).toEqual([])
    await saveScreenshot(reporter, 'report')
    await reporter.getByRole('button', { name: 'Send the report' }).click()
    await reporter.getByText(/^Thank you\. /).waitFor()
    const { page } = operator
    await page.getByRole('tab', { name: 'Live' }).click()
    const alerts = page.getByRole('region', { name: 'What needs you' }).getByRole('link')
    const reported = alerts.filter({ hasText: /is reported\..*Copyright infringement/ })
    await reported.waitFor()
    await page.getByRole('region', { name: 'Live now' }).getByRole('link', { name: '1 report' }).waitFor()
    await inspect(page, 'live')
    await reported.click()
    await page.getByRole('tab', { name: /^Reports ?1$/, selected: true }).waitFor()
    await page.getByRole('button', { name: 'Assign to me: the report about @carol' }).click()
    await page.getByText('Assigned to you').waitFor()
    const live = page.getByRole('article', { name: 'Broadcast of @carol' }).locator('img')
    await expect.poll(() => live.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
    await page.getByRole('button', { name: 'Evidence' }).click()
    await page.getByRole('button', { name: 'Show the picture' }).click()
    const picture = page.getByRole('img', { name: 'The picture when it was reported' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
    await page.getByRole('button', { name: 'Play the recording' }).click()
    await page.getByTestId('player-video').waitFor()
    await inspect(page, 'reports')
  })

  it('[OPERATE-3] ends the broadcast: the viewer reads why, and the encoder cannot come back', async () => {
    const { page } = operator
    await page.getByRole('button', { name: 'Take action…' }).click()
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await page.getByLabel('Reason').count()).toBe(0)
    await page.getByRole('radio', { name: 'End the broadcast' }).check()
    expect(await page.getByLabel('Reason').inputValue()).toBe('copyright')
    await page.getByLabel('What the account is told').fill('This is a film of others.')
    await page.getByLabel('Close the report: nothing else follows from it').uncheck()
    await inspect(page, 'act')
    await page.getByRole('button', { name: 'End the broadcast' }).click()
    await page.getByText('Done. It is in effect everywhere within two seconds.').waitFor()
    await viewer.page.getByText('@carol may not broadcast here').waitFor()
    await viewer.page.getByText('Reason: Copyright infringement.').waitFor()
    await saveScreenshot(viewer.page, 'operate-viewer')
    await encoder.exited
    await page.getByRole('tab', { name: 'Live' }).click()
    await page.getByText('Nobody is live.').waitFor()
    // What was reported still plays, for those who run the site.
    await page.getByRole('tab', { name: 'Reports' }).click()
    await page.getByRole('button', { name: 'Evidence' }).click()
    await page.getByRole('button', { name: 'Play the recording' }).click()
    const playedSeconds = () =>
      page
        .getByTestId('player-video')
        .evaluate((video: HTMLVideoElement) =>
          video.seekable.length > 0 ? video.currentTime - video.seekable.start(0) : 0,
        )
    await expect.poll(playedSeconds, { timeout: 20_000 }).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Close report' }).click()
    await page.getByLabel('What the reporters are told').fill('Thank you, it was.')
    await page.getByRole('button', { name: 'Close: acted upon' }).click()
    await page.getByText('There are no open reports.').waitFor()
    await viewer.page.goto(`${site.url}/sessions`)
    await viewer.page.getByText('Acted upon').waitFor()
    await viewer.page.getByText('Thank you, it was.').waitFor()
  })

  it('[OPERATE-7] reads the notice of somebody without an account, who sees what becomes of it', async () => {
    const { page, context, problems } = await openProfile(browser, phone)
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Report something' }).click()
    await page.getByLabel('What do you want to report?').fill(`${site.url}/nothing`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/^This is not the address/).waitFor()
    await page.getByLabel('What do you want to report?').fill(site.url + watchPath('bob'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Report @bob' }).waitFor()
    expect(await page.getByRole('button', { name: 'Send the notice' }).isDisabled()).toBe(true)
    await page.getByLabel('What is wrong?').selectOption('other')
    await page.getByLabel('What should they know?').fill('He sells my pictures.')
    await page.getByLabel('E-mail address (optional)').fill('me@example.com')
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'notice')
    await page.getByRole('button', { name: 'Send the notice' }).click()
    const address = await page.getByLabel('Address of your notice', { exact: true }).inputValue()
    await saveScreenshot(page, 'notice-sent')
    await page.getByRole('link', { name: 'See your notice' }).click()
    await page.getByText('Not decided yet').waitFor()

    await operator.page.getByText('reported without an account').waitFor()
    await operator.page.getByRole('link', { name: 'me@example.com' }).waitFor()
    await operator.page.getByRole('button', { name: 'Close report' }).click()
    await operator.page.getByRole('button', { name: 'Close: no breach' }).click()
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByText('No breach found').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'notice-outcome')
    expect(problems).toEqual([])
    await context.close()
  })

  it('[OPERATE-12] comes from the page of a channel to its account, while the rights last', async () => {
    const { page } = operator
    await page.goto(site.url + watchPath('carol'))
    await page.getByRole('link', { name: /^Your rights to run this site end at / }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Account @carol' }).click()
    await page.getByText('Broadcast ended').first().waitFor()
    await page.getByRole('button', { name: '@alice' }).click()
    await page.getByRole('menuitem', { name: 'Run this site' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('[OPERATE-5] suspends an account from its page, and undoes it', async () => {
    const { page } = operator
    await page.getByLabel('Account name').fill('@Erin')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('Nothing was done.').waitFor()
    await suspend(page, 'erin')
    await page.getByRole('button', { name: 'Undo: Account suspended, @erin' }).click()
    await page.getByText(/^Undone by @alice/).waitFor()
  })

  it('[HEALTH-5] [HEALTH-6] sees how the site is, and what recordings take', async () => {
    const { page } = operator
    await page.getByRole('tab', { name: 'Health' }).click()
    const process = page.getByRole('article').filter({ hasText: 'core, media, chat' })
    await process
      .getByText(/^Works/)
      .first()
      .waitFor()
    await process.getByText(/ free/).first().waitFor()
    await inspect(page, 'health')
    await page.getByRole('tab', { name: 'Storage' }).click()
    await page.getByText('Nothing is about to be deleted.').waitFor()
    await inspect(page, 'storage')
  })

  it('[OPERATE-16] on a phone chooses the parts in a bar at the bottom, in the place of the links of the site', async () => {
    const { page } = operator
    const bar = page.getByRole('navigation', { name: 'What you can do' })
    expect(await bar.isVisible()).toBe(false)
    await page.setViewportSize({ width: 320, height: 640 })
    const box = await bar.boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 320, 640])
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    expect(await page.getByRole('tablist', { name: 'What you can do' }).isVisible()).toBe(false)
    await bar.getByRole('button', { name: 'More' }).click()
    const sheet = page.getByRole('dialog', { name: 'More' })
    expect(await sheet.getByRole('button', { name: 'Storage' }).getAttribute('aria-current')).toBe('true')
    expect(await accessibilityFindings(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Cost' }).press('Enter')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Budget guard' }).waitFor()
    expect(page.url()).toMatch(/section=cost$/)
    await bar.getByRole('button', { name: /^Live/ }).click()
    await page.setViewportSize({ width: 844, height: 390 })
    expect((await bar.boundingBox())?.width).toBeLessThan(100)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.setViewportSize(desktop)
  })

  it('[OPERATE-10] [OPERATE-11] suspends the streamer, who reads why and appeals; another decides and reverts it', async () => {
    await operator.page.goto(site.url + operatePath({ account: 'carol' }))
    await suspend(operator.page, 'carol')
    await inspect(operator.page, 'account')
    const { page } = await openProfile(browser, phone)
    await signIn(page, site.url, 'carol')
    await page.goto(`${site.url}/sessions`)
    await page.getByText('Asked for three times.').waitFor()
    await page.getByText('This is a film of others.').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'statements')
    // A frame in another page says so, too.
    await page.goto(`${site.url}/embed?user=carol`)
    await page.getByText('@carol may not broadcast here').waitFor()
    await page.goto(`${site.url}/sessions`)
    await page.getByRole('button', { name: 'Appeal against: Account suspended' }).click()
    await page.getByLabel('Why is the decision wrong?').fill('Nobody has ever asked me.')
    await page.getByRole('button', { name: 'Send the appeal' }).click()
    await page.getByText('Not decided yet.').waitFor()

    await operator.page.getByRole('tab', { name: 'Reports' }).click()
    // Alone until there is a moderator (rule OPERATE-14).
    await operator.page.getByText(/^You took this action\. Nobody else runs this site/).waitFor()
    await inspect(operator.page, 'appeal')
    await operator.page.getByRole('tab', { name: 'Moderators' }).click()
    await operator.page.getByLabel('Account name').fill('bob')
    await operator.page.getByRole('button', { name: 'Appoint' }).click()
    await operator.page.getByText(/^appointed by @alice/).waitFor()
    await operator.page.getByRole('tab', { name: 'Reports' }).click()
    await operator.page.getByText('1 appeal is waiting for another moderator').click()
    await operator.page.getByText('You took this action: somebody else decides.').waitFor()
    const moderator = await openProfile(browser, desktop)
    await signIn(moderator.page, site.url, 'bob')
    await moderator.page.goto(site.url + operatePath({ section: 'reports' }))
    await moderator.page.getByRole('button', { name: 'Approve with Hive Keychain' }).click()
    await approveInWallet(moderator.page)
    await moderator.page.getByRole('button', { name: 'Decide the appeal of @carol' }).click()
    await moderator.page.getByLabel('What the account is told').fill('We are sorry.')
    await moderator.page.getByRole('button', { name: 'Revert' }).click()
    await moderator.page.getByText('There are no appeals to decide.').waitFor()
    await page.reload()
    await page.getByText('The decision was wrong, and has been undone.').waitFor()
    await page.getByText('We are sorry.').waitFor()
    await Promise.all([moderator.context.close(), page.context().close()])
  })

  it('[OPERATE-2] [OPERATE-4] finds all of it in the log', async () => {
    const { page, problems } = operator
    const tabs = page.getByRole('tablist', { name: 'What you can do' })
    const rightOf = async (place: typeof tabs) => {
      const box = await place.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    for (const name of ['Health', 'Moderators']) {
      await page.getByRole('tab', { name }).click()
      expect(await rightOf(page.getByRole('tabpanel').getByRole('region').last())).toBeCloseTo(await rightOf(tabs), 0)
    }
    await inspect(page, 'people')
    await page.getByRole('tab', { name: 'Log' }).click()
    const entries = page.getByRole('tabpanel').getByRole('listitem')
    for (const text of [
      ...['Appointed as moderator of the site', 'Report taken', 'Broadcast ended', 'Report closed: acted upon'],
      ...['Report closed: no breach', 'Account suspended', 'Appeal', 'Appeal decided: reverted'],
    ]) {
      await entries.filter({ hasText: text }).first().waitFor()
    }
    await page.getByText(/^Undone by @bob/).waitFor()
    await inspect(page, 'log')
    await expect(page.locator('h3').first().textContent()).resolves.toMatch(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/)
    const search = page.getByRole('searchbox', { name: 'Search the log' })
    await search.fill('nobody has this')
    await page.getByText('No entry has all of this.').waitFor()
    await search.fill('@BOB')
    await page.getByLabel('What was done').selectOption('Appointed as moderator of the site')
    await expect.poll(() => entries.count()).toBe(1)
    expect(await entries.textContent()).toContain('Appointed as moderator of the site@bob')
    await inspect(page, 'log-search')
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export what is found as CSV' }).click(),
    ])
    expect((await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n')).toEqual([
      expect.stringMatching(/^time,kind,account,/),
      expect.stringContaining(',bob,'),
    ])
    await page.getByRole('button', { name: 'End operator session' }).click()
    await page.getByRole('button', { name: 'Approve with Hive Keychain' }).waitFor()
    expect(await page.getByText('Account suspended').count()).toBe(0)
    // The list of what is live may request a picture at the moment in which its broadcast ends, and itself when the rights end.
    const late = / 404 .*\/thumbnail\.jpg| 403 .*\/api\/operate\/broadcasts/
    expect(problems.filter((problem) => !late.test(problem))).toEqual([])
  })
})

it('[OPERATE-1] everybody else is told whose page it is', async () => {
  const { page, context } = await openProfile(browser, desktop)
  await signIn(page, site.url, 'dave')
  await page.goto(site.url + operatePath())
  await page.getByText('This page is for the people who run this site').waitFor()
  await context.close()
})
