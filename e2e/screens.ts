// `npm run screens`: pictures of every screen in every state, size and theme, to look at.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './support/browser/browser.ts'
import { makeContactSheets } from './support/screens/contact-sheets.ts'
import { type LiveScene, startLiveScene } from './support/screens/live-scene.ts'
import { liveScreens, type Scene } from './support/screens/live-screens.ts'
import { privateScreens } from './support/screens/operating/private-screens.ts'
import { pictureSizes } from './support/screens/picture-sizes.ts'
import { makeReadmePictures, readmeOrder } from './support/screens/readme-pictures.ts'
import { type Screen, screens } from './support/screens/screens.ts'
import { dashboardScreens } from './support/screens/streaming/dashboard-screens.ts'
import { takePictures } from './support/screens/take-pictures.ts'
import { newSession } from './support/server/account.ts'
import { startSite } from './support/server/site.ts'

const results = fileURLToPath(new URL('../test-results', import.meta.url))
const themes = ['dark', 'light'] as const
const { values: typed } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    to: { type: 'string', default: join(results, 'screens') },
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: pictureSizes.map(({ name }) => name).join() },
    scale: { type: 'string', default: '1' },
    themes: { type: 'string', default: themes.join() },
  },
})
const values = typed.readme ? { ...typed, ...readmeOrder } : typed
const wantedSizes = values.sizes.split(',')
const sizeNames = pictureSizes.map(({ name }) => name)
for (const name of wantedSizes) {
  if (!sizeNames.includes(name)) fail(`--sizes: ${name} is not one of ${sizeNames.join(', ')}`)
}
const sizes = pictureSizes.filter(({ name }) => wantedSizes.includes(name))
const wantedThemes = themes.filter((theme) => values.themes.split(',').includes(theme))
if (wantedThemes.length === 0) fail(`--themes: ${values.themes} names none of ${themes.join(', ')}`)
const type = values.readme ? 'png' : 'jpeg'
const order = { folder: values.to, sizes, themes: wantedThemes, scale: Number(values.scale), type } as const
const isWanted = ({ name }: Screen) => new RegExp(values.only).test(name)

const unstartedScene: Scene = {
  overlaySecret: '',
  replayId: '',
  clipIds: [],
  streamId: '',
  startEncoder: () => Promise.reject(new Error('the scene has not been started')),
  endEncoder: () => Promise.reject(new Error('the scene has not been started')),
}

const browser = await launchBrowser()
let hasFailed = false
try {
  await takeMocked(browser)
  await takeLive(browser)
  const made = values.readme ? makeReadmePictures(values.to) : makeContactSheets(browser, values.to)
  for (const file of await made) console.log(file)
} finally {
  await browser.close()
}
if (hasFailed) process.exitCode = 1

/** The screens whose answers are made up, on a site without streams. */
async function takeMocked(browser: Browser): Promise<void> {
  const wanted = [...screens, ...dashboardScreens].filter(isWanted)
  if (wanted.length === 0) return
  const site = await startSite()
  const tokens = new Map<string, string>()
  for (const screen of wanted) {
    const { user } = screen
    if (user && !tokens.has(user)) tokens.set(user, await newSession(site.url, user))
    report(screen, await takePictures(browser, site.url, screen, user && tokens.get(user), order))
  }
  await site.remove()
}

async function takeLive(browser: Browser): Promise<void> {
  // The names are known before the scene is.
  if (![...liveScreens(unstartedScene), ...privateScreens('')].some(isWanted)) return
  const scene: LiveScene = await startLiveScene(browser, join(results, 'sample-clips'))
  try {
    const take = async (screen: Screen) => {
      const token = screen.user && scene.tokenOf(screen.user)
      report(screen, await takePictures(browser, scene.site.url, screen, token, order))
    }
    for (const screen of liveScreens(scene).filter(isWanted)) await take(screen)
    if (!privateScreens('').some(isWanted)) return
    // Nobody else can look at the site afterwards.
    const invitation = await scene.closeSite()
    for (const screen of privateScreens(invitation).filter(isWanted)) await take(screen)
  } finally {
    await scene.close()
  }
}

/** A screen that does not come is named at once; the next ones are taken. */
function report({ name }: Screen, failures: readonly string[]): void {
  console.log(name)
  for (const failure of failures) console.error(failure)
  hasFailed ||= failures.length > 0
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
