import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { RouteOptions } from 'fastify'
import type { Page } from 'playwright-core'
import { Refusal } from '../../apps/server/src/http/refusal.ts'
import { startTestSite, type TestSite } from '../../apps/server/src/testing/site.ts'
import { launchBrowser, openProfile } from '../../e2e/support/browser/browser.ts'
import { shownDelaySeconds, waitUntilPlaying } from '../../e2e/support/browser/journeys.ts'
import { type Encoder, startEncoder } from '../../e2e/support/encoders/encoder.ts'
import { recordPicture, stallsSince, waitUntilResumed } from '../../e2e/support/players/stalls.ts'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { percentile } from '../support/percentile.ts'

// A viewer whose tokens live 20 s: for minutes in normal operation, with token refresh down, with all tokens down, and joins whose first
// key request is refused. Counted are stalls, refused keys, page loads, and the time from a refusal to the key. A control viewer watches
// a site whose tokens live an hour: a stall that happens there too is due to the machine.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Length of each outage in seconds. */
    outage: { type: 'string', default: '60' },
    /** Joins whose first key is refused: this many with new tokens available, and as many with tokens down for 3 s. */
    joins: { type: 'string', default: '20' },
  },
})
const outageMs = Number(values.outage) * 1000
const joins = Number(values.joins)
const hlsTokenLifeMs = 20_000
const tokensDownMs = 3000

const kinds = {
  '/api/hls/token/:streamId': 'token',
  '/api/hls/refresh-token': 'refresh',
  '/api/hls/key/:streamId/:keyNumber': 'key',
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

const responses: { kind: Kind; status: number; atMs: number }[] = []
const down = new Set<Kind>()
/** Called at the next key request, whose token is refused from then on. */
let onRefusal: (() => void) | undefined
const refusedTokens = new Set<unknown>()

function onRoute(route: RouteOptions): void {
  const kind = kinds[route.url as keyof typeof kinds]
  if (!kind || route.method === 'HEAD') return
  route.onRequest = async ({ query }) => {
    if (down.has(kind)) throw new Refusal('overloaded')
    if (kind !== 'key') return
    const { token } = query as { token?: string }
    if (onRefusal) {
      refusedTokens.add(token)
      onRefusal()
    }
    onRefusal = undefined
    if (refusedTokens.has(token)) throw new Refusal('hls_token_expired')
  }
  route.onResponse = async (_, { statusCode: status }) => void responses.push({ kind, status, atMs: Date.now() })
}

const countOf = (kind: Kind, statuses: number[], sinceMs = 0) =>
  responses.filter(
    (response) => response.kind === kind && statuses.includes(response.status) && response.atMs >= sinceMs,
  ).length

const webDist = fileURLToPath(new URL('../../apps/web/dist', import.meta.url))
const env = { WAGGLE_TRANSCODE: 'off' }
const site = await startTestSite({ webDist, env, hlsTokenLifeMs, onRoute })
const controlSite = await startTestSite({ webDist, env })
const browser = await launchBrowser()
const encoders: Encoder[] = []
for (const one of [site, controlSite]) encoders.push(startEncoder(one.rtmpUrl, await one.streamKey('alice')))
const problems: string[] = []

/** Prints what happened since `sinceMs`, in one line. */
async function report(page: Page, phase: string, sinceMs: number): Promise<void> {
  const seconds = Math.round((Date.now() - sinceMs) / 1000)
  const stalls = await stallsSince(page, sinceMs)
  const lengths = stalls.map((stall) => `${((stall.untilMs - stall.fromMs) / 1000).toFixed(1)} s`)
  // Other stalls are due to the machine: playback waited for nothing but processor time.
  const atKey = stalls.filter(({ fromMs, untilMs }) =>
    responses.some(({ kind, atMs }) => kind === 'key' && atMs > fromMs - 500 && atMs < untilMs + 500),
  )
  const tokens = `${countOf('refresh', [200], sinceMs)} refreshed, ${countOf('token', [200], sinceMs)} new tokens`
  const keys = `${countOf('key', [200], sinceMs)} keys, ${countOf('key', [401, 403], sinceMs)} refused`
  console.log(
    `${phase}: ${seconds} s, ${stalls.length} stalls over 1 s (${lengths.join(', ') || 'none'}), ${atKey.length} of them around a key; ${tokens}; ${keys}`,
  )
}

const lastKeyAtMs = (status: number) =>
  responses.findLast((response) => response.kind === 'key' && response.status === status)?.atMs ?? Number.NaN

async function join({ url }: TestSite): Promise<Page> {
  const { page } = await openProfile(browser)
  await page.goto(`${url}/watch?user=alice`)
  return page
}

async function joinAndRecord(joined: TestSite): Promise<Page> {
  const page = await join(joined)
  await waitUntilPlaying(page)
  await recordPicture(page)
  return page
}

async function watch(): Promise<void> {
  const page = await joinAndRecord(site)
  const control = await joinAndRecord(controlSite)
  const reportControl = async () => {
    const stalls = await stallsSince(control, sinceMs)
    console.log(`  with tokens of an hour: ${stalls.length} stalls over 1 s`)
  }
  await sleep(5000)

  let sinceMs = Date.now()
  for (let minute = 0; minute < Number(values.minutes); minute += 1) {
    await sleep(60_000)
    const stalls = await stallsSince(page, sinceMs)
    console.log(`  ${minute + 1} min: ${stalls.length} stalls, ${countOf('key', [401, 403])} keys refused`)
  }
  await report(page, 'normal operation', sinceMs)
  await reportControl()
  if ((await stallsSince(page, sinceMs)).length > 0) problems.push('stalls in normal operation')
  if (countOf('key', [401, 403]) > 0) problems.push('played into an expired token')

  sinceMs = Date.now()
  down.add('refresh')
  await sleep(outageMs)
  await report(page, 'refreshing down', sinceMs)
  await reportControl()
  await control.context().close()
  if ((await stallsSince(page, sinceMs)).length > 0) problems.push('stalls with refreshing down')

  sinceMs = Date.now()
  down.add('token')
  const message = page.getByText('Failed to load stream encryption token')
  const shown = message.waitFor({ timeout: outageMs + 5000 }).then(
    () => `shown after ${((Date.now() - sinceMs) / 1000).toFixed(1)} s`,
    () => 'not shown',
  )
  await sleep(outageMs)
  const backAtMs = Date.now()
  down.clear()
  await waitUntilResumed(page, sinceMs, backAtMs)
  // `waitUntilResumed` needs ten positions in a row, a tenth of a second apart.
  const resumedMs = Math.max(0, Date.now() - backAtMs - 1000)
  await message.waitFor({ state: 'detached' })
  const keyAtMs = responses.find(({ kind, status, atMs }) => kind === 'key' && status === 200 && atMs >= backAtMs)?.atMs
  console.log(`all tokens down: ${outageMs / 1000} s, ${countOf('key', [401, 403], sinceMs)} keys refused`)
  console.log(`  the error sentence was ${await shown}`)
  await sleep(2000)
  console.log(
    `  a key ${(keyAtMs ?? Number.NaN) - backAtMs} ms after the tokens were back, playback after ${resumedMs} ms`,
  )
  console.log(`  ${await shownDelaySeconds(page)} s behind 2 s later`)
  if (resumedMs > 5000) problems.push('playback resumed late')
  if (!(await page.evaluate(() => 'pictureSamples' in globalThis))) problems.push('the page was reloaded')
  await page.context().close()
}

/** The time from a refused first key (or, where tokens are down then, from their return) to the key, in milliseconds. */
async function refusedJoin(downMs: number): Promise<number> {
  const sinceMs = Date.now()
  const refused = new Promise<void>((resolve) => {
    onRefusal = () => {
      if (downMs > 0) down.add('token')
      resolve()
    }
  })
  const page = await join(site)
  await refused
  await sleep(downMs)
  down.clear()
  const backAtMs = Date.now()
  while (countOf('key', [200], sinceMs) === 0) await sleep(5)
  const tookMs = lastKeyAtMs(200) - (downMs > 0 ? backAtMs : lastKeyAtMs(401))
  await waitUntilPlaying(page)
  await page.context().close()
  return tookMs
}

try {
  for (const { url } of [site, controlSite]) await waitUntilLive(url, 'alice')
  if (Number(values.minutes) > 0) await watch()
  for (const [name, downMs] of [
    ['refusal to key', 0],
    ['return of the tokens to key', tokensDownMs],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < joins; round += 1) times.push(await refusedJoin(downMs))
    if (joins > 0) console.log(`${name}: median ${percentile(times, 50)} ms, worst ${Math.max(...times)} ms`)
  }
} finally {
  await browser.close()
  for (const encoder of encoders) await encoder.kill()
  for (const one of [site, controlSite]) await one.close()
}
for (const problem of problems) console.log(`PROBLEM: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)
