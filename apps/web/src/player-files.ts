import { canPlayRealTime } from './features/player/real-time/can-play-real-time.ts'
import { fetchFirstMedia, preload } from './features/player/start/first-media.ts'

// Fetches what the player needs for the mode in which it will play a live stream, before the page's other scripts run, starts its worker,
// asks for the first token and, with that, for the stream. Only the browser knows the mode (features/player/media/preferences.ts). The
// build makes one small script of it (vite.config.ts), which the server puts into the page, and names the files and addresses
// (apps/server/src/core/pages/page-assets.ts).

/** A class of Chromium's, from before the standard moved it into workers. */
declare class MediaStreamTrackGenerator extends MediaStreamTrack {
  constructor(options: { kind: 'video' })
  readonly writable: WritableStream<VideoFrame>
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** What waits for the scripts of the app. */
interface Ahead {
  /** Requested here, by address: lib/api/sent-call.ts. */
  sentCalls: Map<string, Promise<Response>>
  /** features/player/real-time/start-worker.ts */
  waitingWorker: Worker | undefined
  openedStream: {
    worker: Worker
    streamId: string | undefined
    track: MediaStreamTrack | undefined
    messages: unknown[]
  }
  /** features/player/engines/hls/load-hls.ts */
  waitingHlsWorker: Worker | undefined
}

/** The player's own script has not arrived. */
const unusedAfterMs = 30_000
const { dataset } = document.currentScript ?? document.body
const { realTime, realTimeWorker, lowDelay = '', lowDelayWorker, playlist, token, key, stream, socket } = dataset
const ahead = globalThis as Partial<Ahead> & { trustedTypes?: TrustedTypes }
const sentCalls: Ahead['sentCalls'] = new Map()
ahead.sentCalls = sentCalls
const tokenText = token && isNewVisitor() ? askForToken(token) : undefined
const scripts = realTime !== undefined && canPlayRealTime() && chosenMode() !== 'low-delay' ? realTime : undefined
for (const href of (scripts ?? lowDelay).split(' ')) preload({ rel: 'modulepreload', href })
if (scripts === undefined) void playInLowDelay()
else void playInRealTime()

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
  const streamToken = await tokenText
  // The player has taken the worker, or it is broken.
  if (!streamToken || !socket || ahead.waitingWorker !== worker) return
  const address = new URL(socket, location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  // Chromium's; without it the worker, or the player, makes the track.
  const track = 'MediaStreamTrackGenerator' in globalThis ? new MediaStreamTrackGenerator({ kind: 'video' }) : undefined
  const sink = track?.writable
  const messages: unknown[] = []
  worker.onmessage = ({ data }) => messages.push(data)
  const open = { type: 'open', address: address.href, relay: undefined, streamId: stream, token: streamToken, sink }
  worker.postMessage(open, sink ? [sink] : [])
  ahead.openedStream = { worker, streamId: stream, track, messages }
  setTimeout(() => {
    if (ahead.openedStream?.worker === worker) worker.terminate()
  }, unusedAfterMs)
}

async function playInLowDelay(): Promise<void> {
  if (lowDelayWorker) {
    ahead.waitingHlsWorker = startWorker(lowDelayWorker)
    ahead.waitingHlsWorker.onerror = () => {
      ahead.waitingHlsWorker = undefined
    }
  }
  // With edges the player chooses where the playlist comes from.
  if (playlist) fetchFirstMedia(playlist).catch(() => undefined)
  const streamToken = await tokenText
  if (!streamToken || !key) return
  const address = new URL(key, location.href)
  address.searchParams.set('token', streamToken)
  void send(address.href)
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
