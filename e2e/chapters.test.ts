import { fileURLToPath } from 'node:url'
import { pagePaths, replayPath } from '@waggle/contract/pages/page-addresses'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../apps/server/src/media/recording/testing/publish.ts'
import { startTestSite, type TestSite } from '../apps/server/src/testing/site.ts'
import { waitFor } from '../apps/server/src/testing/wait-for.ts'
import { accessibilityFindings } from './support/browser/accessibility.ts'
import { desktop, launchBrowser, openProfile, phone, saveScreenshot } from './support/browser/browser.ts'
import { signIn } from './support/browser/journeys.ts'
import { smallTouchTargets } from './support/browser/touch-targets.ts'
import { waitUntilLive } from './support/server/account.ts'

const webDist = fileURLToPath(new URL('../apps/web/dist', import.meta.url))

let site: TestSite
let browser: Browser
let streamId: string
/** When the chapter of the broadcast began, in seconds of the recording. */
let begunSeconds: number

beforeAll(async () => {
  // In this process, so that its clock can be moved over the end of a broadcast.
  site = await startTestSite({ webDist, env: { WAGGLE_TRANSCODE: 'off' } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const chapters = async (): Promise<{ title: string; at: number }[]> =>
  (await site.request('GET', `/api/replays/${streamId}`)).json.chapters
const list = (page: Page) => page.getByRole('list', { name: 'Chapters', exact: true })
const timeOf = (page: Page) =>
  page.getByTestId('player-video').evaluate((element: HTMLVideoElement) => element.currentTime)

async function openReplay(page: Page): Promise<void> {
  await page.goto(site.url + replayPath(streamId))
  await expect.poll(() => timeOf(page), { timeout: 60_000 }).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
}

describe('chapters', () => {
  it('[CHAPTER-2] begin with a quick action while the broadcast is live', { timeout: 240_000 }, async () => {
    const { context, page, problems } = await openProfile(browser)
    await signIn(page, site.url, 'alice')
    const encoder = publish(`${site.rtmpUrl}/${await site.streamKey('alice')}`, { seconds: 75, speed: 1 })
    streamId = await waitUntilLive(site.url, 'alice')
    await page.goto(site.url + pagePaths.dashboard)
    const actions = page.getByRole('list', { name: 'Quick actions' })
    await actions.getByRole('button', { name: 'Chapter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Begin a chapter' })
    const begin = dialog.getByRole('button', { name: 'Begin', exact: true })
    expect(await begin.isDisabled()).toBe(true)
    await dialog.getByLabel('Title').fill('Waggle dance')
    const [, minutes, seconds] = /(\d+):(\d\d) of the broadcast/.exec(await dialog.innerText()) ?? []
    const saidSeconds = 60 * Number(minutes) + Number(seconds)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'dashboard-begin-chapter')
    await begin.click()
    await page.getByText('The chapter “Waggle dance” has begun.').waitFor()
    // Rule REC-7.
    await page.getByRole('tab', { name: 'Recordings' }).click()
    const panel = page.getByRole('tabpanel')
    await panel.getByText(/^Being recorded 00:0\d:\d\d$/).waitFor()
    const newest = panel.locator('img')
    await expect.poll(() => newest.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
    await dialog.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
    await encoder.ended
    site.moveClock(120_000)
    const replay = async () => (await site.request('GET', `/api/replays/${streamId}`)).json
    await waitFor('a whole replay', async () => (await replay())?.durationSeconds > 65, { timeoutMs: 60_000 })
    const { startedAt } = await replay()
    expect(await chapters()).toMatchObject([{ title: 'Waggle dance' }])
    begunSeconds = ((await chapters())[0]!.at - startedAt) / 1000
    expect(begunSeconds).toBeGreaterThan(10)
    expect(begunSeconds).toBeLessThan(70)
    expect(Math.abs(saidSeconds - begunSeconds)).toBeLessThan(5)
  })

  it('[CHAPTER-3] are added, renamed, moved and removed by the channel, on the page of the replay', {
    timeout: 180_000,
  }, async () => {
    const { context, page, problems } = await openProfile(browser)
    await signIn(page, site.url, 'alice')
    await openReplay(page)
    await page.getByRole('button', { name: 'Edit chapters' }).click()
    const form = page.getByRole('list', { name: 'Chapters to edit' })
    const times = () =>
      form.getByLabel(/^Time of/).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await expect.poll(times).toEqual([clock(begunSeconds)])
    // Beside the picture, which it does not scroll away (rule REC-15).
    const [picture, beside] = await Promise.all([page.getByTestId('player-video').boundingBox(), form.boundingBox()])
    expect(beside?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0) - 1)
    // The picture is sought while the form is open.
    const seekBar = page.getByRole('slider', { name: 'Seek' })
    await seekBar.press('Home')
    // [REC-6] And goes ten seconds there and back by buttons.
    await page.getByRole('button', { name: 'Forward 10 seconds' }).click()
    await expect.poll(() => seekBar.getAttribute('aria-valuetext')).toMatch(/^0:10 of/)
    await page.getByRole('button', { name: 'Back 10 seconds' }).click()
    await expect.poll(() => seekBar.getAttribute('aria-valuetext')).toMatch(/^0:00 of/)
    await page.getByRole('button', { name: 'Add a chapter at this moment' }).click()
    await page.keyboard.type('A look inside')
    expect(await times()).toEqual(['0:00', clock(begunSeconds)])
    await page.getByRole('button', { name: 'Add a chapter at this moment' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Give it a title of 1 to 100 characters.').waitFor()
    await page.keyboard.type('Too soon')
    await form.getByText('It begins less than 10 seconds after another one.').waitFor()
    await form.getByLabel('Time of chapter 2').fill('9:59')
    await form.getByText('Write a time within the broadcast, such as 1:02:03.').waitFor()
    await page.getByText('Fix what is marked').waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    expect(await save.isDisabled()).toBe(true)
    expect(await accessibilityFindings(page)).toEqual([])
    await saveScreenshot(page, 'replay-chapters-wrong')
    await form.getByRole('button', { name: 'Remove: Too soon' }).click()
    await form.getByLabel('Title of chapter 2').fill('The waggle dance')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The chapters are saved.').waitFor()
    expect(await list(page).getByRole('button').allTextContents()).toEqual([
      ...['0:00A look inside', `${clock(begunSeconds)}The waggle dance`],
    ])
    const edit = page.getByRole('button', { name: 'Edit chapters' })
    expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true)
    // What was not edited keeps its moment, and what was is a whole second of the player.
    await edit.click()
    expect([await save.isDisabled(), await page.getByText('Not saved yet').count()]).toEqual([true, 0])
    await form.getByLabel('Time of chapter 2').fill('0:20')
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => list(page).getByRole('button').last().textContent()).toBe('0:20The waggle dance')
    await page.reload()
    await expect.poll(() => list(page).getByRole('button').last().textContent()).toBe('0:20The waggle dance')
    expect(problems).toEqual([])
    await context.close()
  })

  it('[CHAPTER-6] divide the bar, name what is shown, and are sought in a list', { timeout: 120_000 }, async () => {
    const { context, page, problems } = await openProfile(browser, desktop)
    await openReplay(page)
    expect(await page.getByRole('button', { name: 'Edit chapters' }).count()).toBe(0)
    const bar = page.getByRole('slider', { name: 'Seek' })
    const parts = page.getByTestId('seek-chapters').locator('span')
    await expect.poll(() => parts.count()).toBe(2)
    const box = (await bar.boundingBox())!
    // The parts are drawn anew when the length is known exactly.
    const second = await parts.last().evaluate((part): DOMRect => part.getBoundingClientRect().toJSON())
    // The bar is as long as its whole seconds.
    const length = await page
      .getByTestId('player-video')
      .evaluate((element: HTMLVideoElement) => Math.floor(element.duration))
    expect(Math.abs(second.x - box.x - 7 - (20 / length) * (box.width - 14))).toBeLessThan(4)

    await page.mouse.move(second.x - 20, box.y + box.height / 2)
    const pointed = page.getByText('A look inside').first()
    await pointed.waitFor()
    await page.mouse.move(second.x + 20, box.y + box.height / 2)
    await page.getByText('The waggle dance').first().waitFor()
    await page.getByTestId('seek-picture').waitFor()
    await saveScreenshot(page, 'replay-chapters')

    const last = list(page).getByRole('button').last()
    await last.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => timeOf(page)).toBeCloseTo(20, 0)
    await expect.poll(() => last.getAttribute('aria-current')).toBe('true')
    await page.getByTitle(/^0:20 of 1:1\d$/).waitFor({ state: 'attached' })
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toMatch(/^0:20 of 1:1\d, The waggle dance$/)
    expect(await accessibilityFindings(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  it('[CHAPTER-7] have pictures of their moments, which are loaded once the list is in view', {
    timeout: 120_000,
  }, async () => {
    const { context, page } = await openProfile(browser, { width: 1100, height: 480 })
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('picture.jpg') && requests.push(request.url()))
    await openReplay(page)
    await list(page).waitFor()
    const asked = () => requests.map((url) => Number(new URL(url).searchParams.get('at')))
    const all = await chapters()
    const isOfChapter = (at: number, index: number) => at >= all[index]!.at && at < (all[index + 1]?.at ?? Infinity)
    const isInView = () => list(page).evaluate((element) => element.getBoundingClientRect().top < innerHeight)
    expect([await isInView(), asked()]).toEqual([false, []])
    await list(page).scrollIntoViewIfNeeded()
    const pictures = list(page).locator('img')
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0)))
      .toEqual([true, true])
    expect(asked().map(isOfChapter)).toEqual([true, true])
    await saveScreenshot(page, 'replay-chapter-pictures')
    await context.close()
  })

  it('[REC-17] [CHAPTER-6] are a tab on a phone, and take a finger', { timeout: 120_000 }, async () => {
    const { context, page } = await openProfile(browser, phone, { hasTouch: true })
    await openReplay(page)
    // Nothing was said: they are the first tab, below a line with the title and the way to the channel.
    const tabs = await page.getByRole('tab').allInnerTexts()
    expect(tabs).toEqual(['Chapters', 'About', 'Chat'])
    const picture = (await page.getByTestId('player-video').boundingBox())!
    const first = (await list(page).getByRole('button').first().boundingBox())!
    expect([first.height >= 44, first.y - picture.y - picture.height < 130]).toEqual([true, true])
    const titles = ['0:00A look inside', '0:20The waggle dance']
    expect((await smallTouchTargets(page)).filter((name) => titles.includes(name))).toEqual([])
    expect(await accessibilityFindings(page)).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    await saveScreenshot(page, 'replay-chapters-phone')
    await context.close()
  })
})

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
