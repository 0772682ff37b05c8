import './ui/styles/fonts.css'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/shared.css'
import './ui/styles/broadcast.css'
import './features/streams/cards/hero-stage.css'
import './routes/watch/first-picture.css'
import { placeInfo } from './lib/api/placed-answer.ts'
import { sentAnswers } from './sent-answers.ts'

// The app is not part of this script: on a page with a stream it would delay the first picture by the time that the processor needs
// to run and draw it (docs/decisions/021-the-picture-comes-first.md). Both are fetched at once all the same.

/** After this time the app is started before the stream has shown a picture. */
const appNotAfterMs = 1000

/** After this time the app is started before the picture that came with the home page is drawn. */
const appNotAfterStillMs = 300

/** For public/script-watch.js. */
const { dataset } = document.documentElement
dataset.app = 'starting'
void showFirstPicture()
  .then(() => import('./start-app.tsx'))
  .catch((error: unknown) => {
    delete dataset.app
    dispatchEvent(new Event('app-failed'))
    throw error
  })

async function showFirstPicture(): Promise<void> {
  const { stream, site } = sentAnswers() ?? {}
  if (!stream?.isLive) {
    await Promise.race([stillIsDrawn(), wait(appNotAfterStillMs)])
    return
  }
  const shown = import('./start-stream.ts')
    .then(({ startStream }) => startStream(placeInfo(stream), site))
    // The page's own player tries again, and says what is wrong.
    .catch(() => undefined)
  if (!stream.isReconnecting) await Promise.race([shown, wait(appNotAfterMs)])
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
