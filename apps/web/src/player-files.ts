import { canPlayRealTime } from './features/player/real-time/can-play-real-time.ts'
import { fetchFirstMedia, preload } from './features/player/start/first-media.ts'
import { coverWith, decodeFirstPart } from './features/player/start/first-part.ts'
import {
  type FirstPicture,
  layOverStill,
  type PictureRequest,
  requestPicture,
  showFirstPicture,
} from './features/player/start/first-picture.ts'

// Runs before the page's other scripts. Shows a picture of the live stream: the newest one in real time, and the one that low delay begins
// with. Fetches what the player needs for the mode in which it will play the stream, starts its worker, asks for the first token and, with
// that, for the stream. Only the browser knows the mode (features/player/media/preferences.ts). The build makes one small script of it
// (vite.config.ts), which the server puts into the page, and names the files and addresses (apps/server/src/core/pages/page-assets.ts).

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** What waits for the scripts of the app. */
interface Ahead {
  /** Requested here, by address: lib/api/sent-call.ts. */
  sentCalls: Map<string, Promise<Response>>
  /** features/player/start/first-picture.ts */
  firstPicture: FirstPicture | undefined
  /** features/player/real-time/start-worker.ts */
  waitingWorker: Worker | undefined
  openedStream:
    | {
        worker: Worker
        streamId: string | undefined
        messages: unknown[]
      }
    | undefined
  /** features/player/engines/hls/load-hls.ts */
  waitingHlsWorker: Worker | undefined
}

/** The player's own script has not arrived. */
const unusedAfterMs = 30_000
/** The scripts are fetched beside a first picture that takes longer. */
const scriptsNotAfterMs = 200
const { dataset } = document.currentScript ?? document.body
const {
  realTime,
  realTimeWorker,
  lowDelay = '',
  lowDelayWorker,
  app = '',
  playlist,
  token,
  key,
  picture,
  stream,
  socket,
} = dataset
let cover: HTMLCanvasElement | undefined
const ahead = globalThis as Partial<Ahead> & { trustedTypes?: TrustedTypes }
// Before anything else, even the mode, which is in the browser's storage.
const isRealTimePossible = realTime !== undefined && canPlayRealTime()
const asked = isRealTimePossible && picture ? requestPicture(picture) : undefined
const sentCalls: Ahead['sentCalls'] = new Map()
ahead.sentCalls = sentCalls
const tokenText = token && isNewVisitor() ? askForToken(token) : undefined
const scripts = isRealTimePossible && chosenMode() !== 'low-delay' ? realTime : undefined
// For public/script-watch.js, which would find nothing: the app's first script is put off.
if (stream) document.documentElement.dataset.app = 'starting'
const first = scripts !== undefined && asked && stream ? showOrSkip(stream, asked) : undefined
ahead.firstPicture = first
if (scripts === undefined) {
  asked?.abort.abort()
  void playInLowDelay()
} else {
  void playInRealTime()
}
// They would keep the network and the processor from the picture.
if (first) void Promise.race([first.shown, wait(scriptsNotAfterMs)]).then(fetchScripts)
else void fetchScripts()

/** Whatever is wrong with the picture, the page has to start. */
function showOrSkip(streamId: string, request: PictureRequest): FirstPicture | undefined {
  try {
    return showFirstPicture(streamId, request)
  } catch {
    return undefined
  }
}

/** Fetches what plays the stream, and runs the script of the app, which the server has put off (apps/server/src/core/pages/page-assets.ts). */
async function fetchScripts(): Promise<void> {
  for (const href of `${scripts ?? lowDelay} ${app}`.trim().split(' ')) preload({ rel: 'modulepreload', href })
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  if (cover) layOverStill(cover)
  const main = document.querySelector<HTMLScriptElement>('script[type=soon]')
  if (!main) return
  await import(/* @vite-ignore */ main.src).catch(() => {
    delete document.documentElement.dataset.app
    dispatchEvent(new Event('app-failed'))
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function chosenMode(): unknown {
  try {
    return JSON.parse(localStorage.getItem('waggle.player') ?? '{}')?.delayMode
  } catch {
    // Storage is forbidden, or broken: the player has its default.
    return undefined
  }
}

/** Others have a session, or continue with the token from before a reload (features/player/keys/hls-token.ts). */
function isNewVisitor(): boolean {
  try {
    const hasToken = Object.keys(sessionStorage).some((name) => name.startsWith('hls-token '))
    return !hasToken && localStorage.getItem('waggle.token') === null
  } catch {
    return false
  }
}

/** Undefined where there is none: the player asks again, and says what is wrong. */
function askForToken(address: string): Promise<string | undefined> {
  const response = send(address, { method: 'POST', headers: { Accept: 'application/json' } })
  return response
    .then(async (answer) => (answer.ok ? (await answer.clone().json()).token : undefined))
    .catch(() => undefined)
}

async function playInRealTime(): Promise<void> {
  if (!realTimeWorker) return
  const worker = startWorker(realTimeWorker, { type: 'module' })
  ahead.waitingWorker = worker
  worker.onerror = () => {
    ahead.waitingWorker = undefined
  }
  worker.addEventListener('message', ({ data }) => data.type === 'catalog' && first?.giveUp())
  const streamToken = await tokenText
  // The player has taken the worker, or it is broken.
  if (!streamToken || !socket || ahead.waitingWorker !== worker) return
  const address = new URL(socket, location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const messages: unknown[] = []
  worker.onmessage = ({ data }) => messages.push(data)
  const open = { type: 'open', address: address.href, relay: undefined, streamId: stream, token: streamToken }
  worker.postMessage({ ...open, sink: first && 'later' })
  if (first) first.isTaken = true
  void first?.sink.then((sink) => worker.postMessage({ type: 'sink', sink }, [sink]))
  ahead.openedStream = { worker, streamId: stream, messages }
  setTimeout(() => {
    if (ahead.waitingWorker !== worker) return
    worker.terminate()
    // A player that comes after all begins anew.
    ahead.waitingWorker = undefined
    ahead.openedStream = undefined
    ahead.firstPicture = undefined
  }, unusedAfterMs)
}

async function playInLowDelay(): Promise<void> {
  if (lowDelayWorker) {
    ahead.waitingHlsWorker = startWorker(lowDelayWorker)
    ahead.waitingHlsWorker.onerror = () => {
      ahead.waitingHlsWorker = undefined
    }
  }
  const picture = firstPictureInLowDelay()
  picture.catch(() => undefined)
  if (stream) cover = coverWith(picture)
}

/** Requests what hls.js will ask for, too. Rejects where there is no picture to be had. */
async function firstPictureInLowDelay(): Promise<VideoFrame> {
  // With edges the player chooses where the playlist comes from.
  const playlists = playlist ? fetchFirstMedia(playlist) : undefined
  playlists?.catch(() => undefined)
  const streamToken = await tokenText
  const newest = streamToken && key ? requestKey(key, streamToken) : undefined
  const media = await playlists
  if (!media || !newest || !streamToken || !key) throw new Error('no first picture')
  // The part may be older than the newest key.
  const isNewest = new URL(media.key).pathname === new URL(key, location.href).pathname
  return decodeFirstPart(media, isNewest ? newest : requestKey(media.key, streamToken))
}

function requestKey(path: string, streamToken: string): Promise<ArrayBuffer> {
  const address = new URL(path, location.href)
  address.searchParams.set('token', streamToken)
  const bytes = send(address.href).then((answer) => answer.clone().arrayBuffer())
  bytes.catch(() => undefined)
  return bytes
}

function startWorker(address: string, options?: WorkerOptions): Worker {
  // The page requires Trusted Types.
  const policy = ahead.trustedTypes?.createPolicy('player-files', { createScriptURL: () => address })
  return new Worker(policy?.createScriptURL('') ?? address, options)
}

function send(address: string, init?: RequestInit): Promise<Response> {
  const response = fetch(address, { ...init, signal: AbortSignal.timeout(15_000) })
  // Nobody may wait for it yet.
  response.catch(() => undefined)
  sentCalls.set(new URL(address, location.href).href, response)
  return response
}
