import { afterAll, beforeAll, expect, test } from 'vitest'
import { offlineStreamInfo } from '../../features/streams/use-stream-info.ts'
import { type StartedApp, startApp } from '../../testing/start-app.ts'
import { testSite } from '../../testing/test-site.ts'

let app: StartedApp

const info = {
  ...offlineStreamInfo('alice'),
  ...{ id: 'a'.repeat(20), streamId: 'a'.repeat(20), isLive: true, viewers: 27, startTime: 1 },
  title: 'Sunset on the north coast: slow television',
}

beforeAll(async () => {
  app = await startApp((request, response) => {
    const answers: Record<string, unknown> = { '/api/site': testSite, '/api/streams/info/alice': info }
    const [path = ''] = request.url?.split('?') ?? []
    response.setHeader('content-type', 'application/json')
    response.writeHead(answers[path] ? 200 : 404).end(JSON.stringify(answers[path] ?? { code: 'not_found' }))
  })
})
afterAll(() => app?.close())

test.each([320, 390, 960])('a frame of %i px has room for the title, the state and the viewers', async (width) => {
  const context = await app.browser.newContext({ viewport: { width, height: 540 }, locale: 'en-US' })
  context.setDefaultTimeout(50_000)
  const page = await context.newPage()
  await page.goto(`${app.url}/embed?user=alice`)
  const bar = page.locator('header')
  const title = bar.getByRole('heading', { level: 1 })
  await title.getByText('Sunset on the north coast').waitFor()
  expect(await bar.getByRole('link', { name: 'Watch on Waggle' }).getAttribute('href')).toBe('/watch?user=alice')
  const line = bar.locator('p').filter({ hasText: 'LIVE' })
  await line.getByText('27 viewers').waitFor({ state: 'attached' })
  expect(await line.getByText('27', { exact: true }).isVisible()).toBe(width <= 560)
  const parts = await line.evaluate((element) => {
    const texts = element.parentElement?.getBoundingClientRect()
    const isIn = (part: Element) => {
      const { left, right } = part.getBoundingClientRect()
      return texts !== undefined && left >= texts.left && right <= texts.right
    }
    return [...element.children].map((part) => isIn(part) && part.scrollWidth <= part.clientWidth)
  })
  expect(parts).toEqual([true, true, true])
  expect((await title.boundingBox())?.width).toBeGreaterThan(Math.min(width * 0.4, 300))
  await context.close()
})
