import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type StartedApp, startApp } from '../../testing/start-app.ts'
import { testSite } from '../../testing/test-site.ts'

let app: StartedApp
let page: Page

beforeAll(async () => {
  app = await startApp((request, response) => {
    const answers: Record<string, unknown> = { '/api/streams': { streams: [] }, '/api/site': testSite }
    const [path = ''] = request.url?.split('?') ?? []
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[path] ?? {}))
  })
})
afterEach(() => page.context().close())
afterAll(() => app?.close())

/** Opens the page of samples and the popover below the button of that name. */
async function openPopover(width: number, { namesCome }: { namesCome?: Promise<void> } = {}) {
  const context = await app.browser.newContext({
    viewport: { width, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(50_000)
  page = await context.newPage()
  if (namesCome) await page.route('**/tooltip-layer*', (route) => namesCome.then(() => route.continue()))
  await page.goto(`${app.url}/design`)
  const button = page.getByRole('button', { name: 'below', exact: true }).first()
  const dialog = page.getByRole('dialog', { name: '@alice' })
  // In the middle of the window: there is room on each side.
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await button.click()
  await dialog.waitFor()
  const boxOf = async (locator: typeof button) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { button, dialog, boxOf }
}

test('a popover stands at its control, and the page stays usable', async () => {
  const { button, dialog, boxOf } = await openPopover(1440)
  const [anchor, box] = [await boxOf(button), await boxOf(dialog)]
  expect(box.y).toBeCloseTo(anchor.y + anchor.height + 8, 0)
  expect(box.x).toBeCloseTo(anchor.x, 0)
  expect(box.width).toBe(320)
  // It follows its control.
  await page.mouse.wheel(0, 100)
  await expect.poll(async () => (await boxOf(button)).y).toBeCloseTo(anchor.y - 100, 0)
  await expect.poll(async () => (await boxOf(dialog)).y).toBeCloseTo(box.y - 100, 0)
  // A press outside reaches what it was meant for, and closes.
  await page.getByRole('tab', { name: 'Blocked words' }).first().click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The content of words.').waitFor()
})

test.each([1440, 390])(
  'at %i px, Escape and the cross close it, and the focus returns to its control',
  async (width) => {
    const { button, dialog } = await openPopover(width)
    const hasFocus = () => button.evaluate((element) => element === document.activeElement)
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await hasFocus()).toBe(true)
    await button.press('Enter')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await hasFocus()).toBe(true)
    if (width > 768) {
      await button.click()
      await dialog.waitFor()
      // The control itself closes it too, and does not open it again.
      await button.click()
      await dialog.waitFor({ state: 'detached' })
    }
  },
)

test('on a phone it is a sheet at the bottom over an inert page; dragging it down closes it', async () => {
  const { dialog, boxOf } = await openPopover(390)
  const box = await boxOf(dialog)
  expect([box.x, box.width, box.y + box.height]).toEqual([0, 390, 800])
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  const drag = async (distance: number) => {
    await page.mouse.move(100, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(100, box.y + 40 + distance, { steps: 4 })
    await page.mouse.up()
  }
  await drag(30)
  expect(await dialog.isVisible()).toBe(true)
  await drag(100)
  await dialog.waitFor({ state: 'detached' })
})

test('on a phone a press on the dimmed page closes it', async () => {
  const { dialog } = await openPopover(390)
  await page.mouse.click(200, 100)
  await dialog.waitFor({ state: 'detached' })
})

test('nothing moves for who prefers reduced motion', async () => {
  const { dialog } = await openPopover(1440)
  const durations = (element: Element) => {
    const { animationDuration, transitionDuration, animationIterationCount } = getComputedStyle(element)
    return {
      longestS: Math.max(...`${animationDuration}, ${transitionDuration}`.split(',').map(Number.parseFloat)),
      animationIterationCount,
    }
  }
  const still = { longestS: expect.closeTo(0, 4), animationIterationCount: '1' }
  expect(await dialog.evaluate(durations)).toEqual(still)
  const spinner = page.locator('[class*=spinner]').first()
  expect(await spinner.evaluate(durations)).toEqual(still)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Quality: / })
    .first()
    .click()
  expect(await page.getByRole('menu').evaluate(durations)).toEqual(still)
  const tokens = await page.evaluate(() =>
    ['--quick', '--smooth'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
  )
  expect(tokens.map(Number.parseFloat)).toEqual([0, 0])
})

test('a resting mouse and the focus of the keyboard show the name of an icon', async () => {
  const { dialog } = await openPopover(1440)
  const tip = page.locator('[popover][aria-hidden]')
  await dialog.getByRole('button', { name: 'Close' }).hover()
  await expect.poll(() => tip.textContent()).toBe('Close')
  await expect.poll(() => tip.isVisible()).toBe(true)
  await page.mouse.move(5, 400)
  await expect.poll(() => tip.isVisible()).toBe(false)
  await page.keyboard.press('Tab')
  await expect.poll(() => tip.isVisible()).toBe(true)
})

test('names come also when the mouse was there before them', async () => {
  const { promise: namesCome, resolve } = Promise.withResolvers<void>()
  const { dialog } = await openPopover(1440, { namesCome })
  await dialog.getByRole('button', { name: 'Close' }).hover()
  resolve()
  await expect.poll(() => page.locator('[popover][aria-hidden]').textContent()).toBe('Close')
})

test('a chat that scrolls and a focus that a page moves leave the name of an icon where the mouse rests', async () => {
  const { dialog } = await openPopover(1440)
  const tip = page.locator('[popover][aria-hidden]')
  await tip.waitFor({ state: 'attached' })
  const disturb = () =>
    page.evaluate(async () => {
      const list = document.createElement('div')
      list.tabIndex = -1
      list.style.cssText = 'position: fixed; inset: 0 auto auto 0; overflow: auto; width: 10px; height: 10px'
      list.append(Object.assign(document.createElement('p'), { textContent: 'messages', style: 'height: 99px' }))
      document.body.append(list)
      const scrolled = new Promise((resolve) => list.addEventListener('scroll', resolve))
      list.scrollTop = 50
      list.focus({ preventScroll: true })
      await scrolled
    })
  await dialog.getByRole('button', { name: 'Close' }).hover()
  await disturb()
  await expect.poll(() => tip.isVisible()).toBe(true)
  await disturb()
  expect(await tip.isVisible()).toBe(true)
  // With the page, the control moves away from the mouse.
  await page.evaluate(() => scrollBy(0, 100))
  await expect.poll(() => tip.isVisible()).toBe(false)
})

/** A popover with a control that has a name, and time that passes when it is told to. */
async function openWithStoppedClock() {
  const { dialog } = await openPopover(1440)
  const tip = page.locator('[popover][aria-hidden]')
  await tip.waitFor({ state: 'attached' })
  await page.clock.install()
  return { tip, cross: dialog.getByRole('button', { name: 'Close' }) }
}

test('a mouse that only passes a control shows no name', async () => {
  const { tip, cross } = await openWithStoppedClock()
  await cross.hover()
  await page.mouse.move(5, 400)
  await page.clock.runFor(1000)
  expect(await tip.isVisible()).toBe(false)
  await cross.hover()
  await page.clock.runFor(1000)
  expect(await tip.isVisible()).toBe(true)
})

test('a control that was pressed shows its name again only to a mouse that comes back', async () => {
  const { tip, cross } = await openWithStoppedClock()
  await cross.hover()
  await page.mouse.down()
  // What a press changes on the page makes the mouse enter the control once more.
  await cross.dispatchEvent('pointerover', { pointerType: 'mouse' })
  await page.clock.runFor(1000)
  expect(await tip.isVisible()).toBe(false)
  await page.mouse.move(5, 400)
  await page.mouse.up()
  await cross.hover()
  await page.clock.runFor(1000)
  expect(await tip.isVisible()).toBe(true)
})

test('what is edited opens in the middle of the window', async () => {
  await openPopover(1440)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'in the middle' }).first().click()
  const { width, height } = page.viewportSize()!
  // It grows from what opened it.
  const farthest = async () => {
    const box = (await page.getByRole('dialog', { name: '@alice' }).boundingBox())!
    return Math.max(Math.abs(2 * box.x + box.width - width), Math.abs(2 * box.y + box.height - height)) / 2
  }
  await expect.poll(farthest).toBeLessThan(5)
})
