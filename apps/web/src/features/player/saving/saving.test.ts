import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type StartedApp, startApp } from '../../../testing/start-app.ts'
import { testSite } from '../../../testing/test-site.ts'

const streamId = 'k3f9x2m7q1w8e5r4t6y0'
const stream = {
  ...{ id: streamId, streamId, username: 'bob', title: 'Bees', avatar: '', thumbnail: null, viewers: 1 },
  ...{ category: 'General', isLive: true, isReconnecting: false, isStopped: false, streamPath: '', startTime: 0 },
  ...{ description: '', language: null, tags: [], permlink: null, channelExists: true, recordedSince: null },
}
const refusal = (status: number, code: string) => ({ status, body: { code, error: 'English', message: 'English' } })

let answers: Record<string, { status: number; body: unknown }>
let app: StartedApp
let page: Page

beforeAll(async () => {
  app = await startApp((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const { status, body } = answers[pathname] ?? refusal(404, 'not_found')
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})
afterAll(() => app?.close())
beforeEach(async () => {
  page = await app.browser.newPage({ viewport: { width: 390, height: 844 } })
  answers = {
    '/api/site': { status: 200, body: testSite },
    '/api/streams': { status: 200, body: { streams: [stream] } },
    '/api/streams/info/bob': { status: 200, body: stream },
  }
})

const player = () => page.getByRole('region', { name: /^Video player$|^Reproductor/ })

/** Nothing of the panel is cut off by the player, and its title is beside the way back. */
async function expectWhole(title: string): Promise<void> {
  const panel = player().getByRole('status').filter({ hasText: title })
  const [inner, outer] = [await panel.boundingBox(), await player().boundingBox()]
  if (!inner || !outer) throw new Error('the panel is not on the page')
  expect(inner.y).toBeGreaterThanOrEqual(outer.y)
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
  const back = await page.locator('a[aria-label="Back to home"], a[aria-label="Volver al inicio"]').boundingBox()
  const textLeft = await panel.getByText(title).evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  })
  expect(textLeft).toBeGreaterThanOrEqual((back?.x ?? Infinity) + (back?.width ?? 0))
}

it.each([
  ['members_only', 403, 'Now for followers only'],
  ['traffic_spent', 503, 'This site has to pause'],
])(
  '[EGRESS-10] who comes when the answer is %s reads why, and is let in later without doing anything',
  async (code, status, title) => {
    answers[`/api/hls/token/${streamId}`] = refusal(status, code)
    await page.clock.install()
    await page.goto(`${app.url}/watch?user=bob`)
    await player().getByText(title).waitFor()
    expect(await player().getByText('Stream Error').count()).toBe(0)
    await expectWhole(title)
    const again = page.waitForRequest(`**/api/hls/token/${streamId}`)
    await page.clock.fastForward(25_000)
    await again
    await page.close()
  },
)

it.each([
  ['en', 390, 'You are number 7 in line', 'The video starts here automatically.'],
  ['es', 320, 'Eres el número 7 de la fila', 'El video empieza aquí por sí solo.'],
])(
  '[EGRESS-9] who waits in line sees the place and why, also on a phone (%s)',
  async (locale, width, title, promise) => {
    await page.close()
    page = await app.browser.newPage({ viewport: { width, height: 700 }, locale })
    answers[`/api/hls/token/${streamId}`] = refusal(503, 'viewers_wait')
    const place = { ticket: 't', place: 7, waiting: 12, endsAt: Date.UTC(2026, 10, 24), admitted: null }
    answers[`/api/hls/wait/${streamId}`] = { status: 200, body: place }
    await page.goto(`${app.url}/watch?user=bob`)
    await page.getByText(promise).waitFor()
    await expectWhole(title)
    await page.close()
  },
)
