import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/shared.css'
import './ui/styles/sheets.css'
import './ui/styles/text.css'
import './ui/styles/fields.css'
import './ui/styles/broadcast.css'
import './features/streams/cards/hero-stage.css'
import './routes/watch/first-picture.css'
import './shell/first-frame.css'
import { entranceId } from '@waggle/contract/admission/entrance'
import { placeInfo } from './lib/api/placed-answer.ts'
import { sentAnswers } from './sent-answers.ts'

// The app is not part of this script: on a page with a stream it would delay the first picture by the time that the processor needs
// to run and draw it (docs/decisions/021-the-picture-comes-first.md).

/** After this time the app is started before the stream has shown a picture. */
const appNotAfterMs = 1000

/** After this time the app is fetched before the stream has shown a picture: the network waits for the server by then. */
const laterNotAfterMs = 250

/** After this time the app is started before the picture that came with the home page is drawn. */
const appNotAfterStillMs = 300

/** For public/script-watch.js. */
const { dataset } = document.documentElement
dataset.app = 'starting'
void pageIsParsed()
  .then(startPage)
  .catch((error: unknown) => {
    delete dataset.app
    dispatchEvent(new Event('app-failed'))
    throw error
  })

async function startPage(): Promise<void> {
  // A private site shows strangers this page alone.
  if (document.getElementById(entranceId)) {
    const entrance = await import('./start-entrance.tsx')
    await stylesAreLoaded()
    return entrance.startEntrance()
  }
  await showFirstPicture()
  await stylesAreLoaded()
  const app = await import('./start-app.tsx')
  app.startApp()
}

async function showFirstPicture(): Promise<void> {
  const { stream, site } = sentAnswers() ?? {}
  if (!stream?.isLive) {
    fetchLater()
    await Promise.race([stillIsDrawn(), wait(appNotAfterStillMs)])
    return
  }
  const shown = import('./start-stream.ts')
    .then(({ startStream }) => startStream(placeInfo(stream), site))
    // The page's own player tries again, and says what is wrong.
    .catch(() => undefined)
  if (!stream.isReconnecting) {
    await Promise.race([shown, wait(laterNotAfterMs)])
    fetchLater()
    await Promise.race([shown, wait(appNotAfterMs - laterNotAfterMs)])
  }
}

/** The styles that were fetched late are there, or known to be missing. */
let lateStyles: Promise<unknown> = Promise.resolve()

/** Fetches the scripts and styles that the server has put off until the first picture is shown (apps/server/src/core/pages/page-assets.ts). */
function fetchLater(): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=later]')]
  const styles = links.filter(({ href }) => href.endsWith('.css'))
  lateStyles = Promise.all(styles.map((link) => Promise.race([eventOf(link, 'load'), eventOf(link, 'error')])))
  for (const link of links) link.rel = styles.includes(link) ? 'stylesheet' : 'modulepreload'
}

/** This script waits for nothing but its imports. */
async function pageIsParsed(): Promise<void> {
  if (document.readyState !== 'loading') return
  await eventOf(document, 'readystatechange')
}

/** Resolves when the page's styles are there, or are known to be missing: what is drawn is measured, too. */
async function stylesAreLoaded(): Promise<void> {
  await lateStyles
  const waiting = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
  if (waiting.length === 0 || document.readyState === 'complete') return
  const loaded = Promise.all(waiting.map((link) => eventOf(link, 'load')))
  await Promise.race([loaded, eventOf(window, 'load')])
}

function eventOf(target: EventTarget, type: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }))
}

/** Resolves when the picture that the server put into the page is on the screen; at once where there is none. */
async function stillIsDrawn(): Promise<void> {
  const still = document.querySelector<HTMLImageElement>('.first-home img')
  if (!still || document.hidden) return
  await still.decode().catch(() => undefined)
  // The second frame begins when the first one, with the picture in it, has been handed over.
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
