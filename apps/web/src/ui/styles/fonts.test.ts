import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedApp, startApp } from '../../testing/start-app.ts'

let app: StartedApp

beforeAll(async () => {
  app = await startApp((request, response) => {
    const isList = request.url?.startsWith('/api/streams')
    response.setHeader('content-type', 'application/json').end(isList ? '{"streams":[]}' : '{}')
  })
})
afterAll(() => app?.close())

test('the page preloads the Latin letters, which are smaller than 60 kB', () => {
  const preloads = Array.from(
    readFileSync(join(app.dist, 'index.html'), 'utf8').matchAll(/<link rel="preload" as="font"[^>]*href="([^"]+)"/g),
    ([, href = '']) => href,
  )
  expect(preloads.length).toBe(1)
  expect(statSync(join(app.dist, preloads[0] ?? '')).size).toBeLessThan(60_000)
  expect(readdirSync(join(app.dist, 'assets'))).toContain(preloads[0]?.replace('/assets/', ''))
})

test('the digits of clocks and counts have one width', async () => {
  const page = await app.browser.newPage()
  await page.goto(`${app.url}/faq`)
  await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
  const widths = await page.evaluate(async () => {
    await document.fonts.load('15px "Bricolage Grotesque Variable"')
    const widthOf = (tag: string, className: string, text: string) => {
      const line = document.body.appendChild(Object.assign(document.createElement(tag), { className }))
      line.style.position = 'absolute'
      line.textContent = text
      return line.getBoundingClientRect().width
    }
    return [
      ['span', ''],
      ['span', 'figure'],
      ['time', ''],
      ['output', ''],
    ].map(([tag = '', className = '']) => widthOf(tag, className, '8888') - widthOf(tag, className, '1111'))
  })
  // Those of other text have not: this typeface has both kinds.
  expect(widths[0]).toBeGreaterThan(1)
  expect(widths.slice(1)).toEqual([0, 0, 0])
  await page.close()
})

test('capitals stand in the middle of a button', async () => {
  const page = await app.browser.newPage()
  await page.goto(`${app.url}/faq`)
  await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
  const decoder = await app.browser.newPage()
  for (const size of [12, 13, 15, 18]) {
    await page.evaluate(async (size) => {
      await document.fonts.load('15px "Bricolage Grotesque Variable"')
      const button = Object.assign(document.createElement('p'), { id: 'button', textContent: 'HHH' })
      const look = 'display: flex; align-items: center; width: 80px; height: 42px; background: #000; color: #fff'
      button.style.cssText = `${look}; font-size: ${size}px`
      document.body.replaceChildren(button)
    }, size)
    const picture = (await page.locator('#button').screenshot()).toString('base64')
    const middle = await decoder.evaluate(async (picture) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${picture}` })
      await image.decode()
      const context = document.createElement('canvas').getContext('2d')!
      Object.assign(context.canvas, { width: image.width, height: image.height })
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const rows = new Set<number>()
      for (let at = 0; at < data.length; at += 4) if (data[at]! > 100) rows.add(Math.floor(at / 4 / image.width))
      return (Math.min(...rows) + Math.max(...rows) + 1) / 2
    }, picture)
    expect(Math.abs(middle - 21), `${size} px`).toBeLessThanOrEqual(1)
  }
  await decoder.close()
  await page.close()
})

test('emoji are drawn in colour, and digits in the typeface of the site', async () => {
  const page = await app.browser.newPage()
  await page.goto(`${app.url}/faq`)
  await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const fontsOf = async (text: string, font: string) => {
    await page.evaluate(
      async ([text = '', font = '']) => {
        await document.fonts.load('15px "Bricolage Grotesque Variable"')
        const line = document.body.appendChild(Object.assign(document.createElement('p'), { id: 'line' }))
        line.style.fontFamily = font
        line.textContent = text
        line.getBoundingClientRect()
        await document.fonts.ready
      },
      [text, font],
    )
    const { root } = await devtools.send('DOM.getDocument')
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#line' })
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
    await page.evaluate(() => document.querySelector('#line')?.remove())
    return fonts.map(({ familyName }) => familyName)
  }
  const emoji = '😀🙂😂🎷❤️👍🏽👩‍💻'
  const coloured = await fontsOf(emoji, '"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"')
  expect(await fontsOf(emoji, 'var(--font)')).toEqual(coloured)
  // These fonts have digits, too.
  const [letters, digits] = [await fontsOf('abc', 'var(--font)'), await fontsOf('0123456789 #*', 'var(--font)')]
  expect(letters[0]).toMatch(/^Bricolage Grotesque/)
  expect(digits).toEqual(letters)
  await page.close()
})

test('nothing moves when the typeface arrives', async () => {
  const context = await app.browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { promise: isDelivered, resolve: deliver } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await isDelivered
    await route.continue()
  })
  // The page's load event waits for what it preloads.
  await page.goto(`${app.url}/faq`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Getting Started' }).waitFor()
  const measure = () =>
    page.evaluate(() => ({
      widths: Array.from(document.querySelectorAll('h2, h3'), (one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getBoundingClientRect().width
      }),
      isLoaded: document.fonts.check('15px "Bricolage Grotesque Variable"'),
      heights: Array.from(document.querySelectorAll('h1, h2, h3, summary'), (one) =>
        Math.round(one.getBoundingClientRect().height),
      ),
    }))
  const before = await measure()
  expect(before.isLoaded).toBe(false)
  deliver()
  await expect.poll(async () => (await measure()).isLoaded).toBe(true)
  const after = await measure()
  expect(after.heights.length).toBeGreaterThan(20)
  expect(after.heights).toEqual(before.heights)
  // The same text is as wide, so no line breaks elsewhere.
  const ratios = after.widths.map((width, index) => width / (before.widths[index] || width || 1))
  expect(Math.max(...ratios.map((ratio) => Math.abs(ratio - 1)))).toBeLessThan(0.08)
  const shift = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0))
  expect(shift).toBeLessThan(0.02)
  expect(problems).toEqual([])
  await context.close()
})
