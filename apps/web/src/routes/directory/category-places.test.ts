import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleStreams } from '../../lib/sample-data.ts'
import { type StartedApp, startApp } from '../../testing/start-app.ts'
import { testSite } from '../../testing/test-site.ts'

let app: StartedApp

beforeAll(async () => {
  const categories = ['Art', 'Cooking', 'Gaming', 'Music', 'Technology', 'Travel']
  const streams = categories.map((category, index) => ({
    ...sampleStreams[0],
    id: category,
    username: category.toLowerCase(),
    category,
    viewers: 100 - index,
  }))
  app = await startApp((request, response) => {
    const answers: Record<string, unknown> = { '/api/streams': { streams }, '/api/site': testSite }
    const [path = ''] = request.url?.split('?') ?? []
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[path] ?? {}))
  })
})
afterAll(() => app?.close())

test('[DIR-3] on a phone the chosen category is in view, and takes itself back', async () => {
  const context = await app.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  context.setDefaultTimeout(50_000)
  const page = await context.newPage()
  await page.goto(`${app.url}/directory?category=Travel`)
  const place = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Travel/ })
  await expect.poll(() => place.getAttribute('aria-current')).toBe('true')
  await expect
    .poll(async () => {
      const box = await place.boundingBox()
      return box && box.x >= 0 && box.x + box.width <= 390
    })
    .toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await place.getAttribute('title')).toBe('Remove the category Travel')
  await place.click()
  await page.getByText('6 stream(s) found').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await place.getAttribute('aria-current')).toBe(null)
  await context.close()
})
