// Fetches what the player needs for the mode in which it will play a live stream, before the page's other scripts run, starts its worker,
// asks for the first token and, with that, for the stream. Only the browser knows the mode (src/features/player/media/preferences.ts); the
// server puts this script into the page, and names the files and addresses (apps/server/src/core/pages/page-assets.ts).
;(() => {
  /** Where playback begins before the live edge (src/features/player/engines/hls/pacing/target-latency.ts). */
  const firstSeconds = 0.85
  /** The player's own script has not arrived. */
  const unusedAfterMs = 30_000
  const { dataset } = document.currentScript
  const { realTime, realTimeWorker, lowDelay, lowDelayWorker, playlist, token, key, stream, socket } = dataset
  const canPlayRealTime = isSecureContext && 'VideoDecoder' in globalThis && 'AudioDecoder' in globalThis
  const isRealTime = realTime !== undefined && canPlayRealTime && chosenMode() !== 'low-delay'
  /** Requested here, by address. They wait for src/lib/api/sent-call.ts. */
  const sentCalls = new Map()
  globalThis.sentCalls = sentCalls
  const tokenText = token && isNewVisitor() ? askForToken() : undefined
  const scripts = (isRealTime ? realTime : lowDelay).split(' ')
  for (const href of scripts) preload({ rel: 'modulepreload', href })
  if (isRealTime) playInRealTime()
  else playInLowDelay()

  function chosenMode() {
    try {
      return JSON.parse(localStorage.getItem('waggle.player'))?.delayMode
    } catch {
      // Storage is forbidden, or broken: the player has its default.
      return undefined
    }
  }

  /** Others have a session, or continue with the token from before a reload (src/features/player/keys/hls-token.ts). */
  function isNewVisitor() {
    try {
      const hasToken = Object.keys(sessionStorage).some((key) => key.startsWith('hls-token '))
      return !hasToken && localStorage.getItem('waggle.token') === null
    } catch {
      return false
    }
  }

  /** Undefined where there is none: the player asks again, and says what is wrong. */
  function askForToken() {
    const response = send(token, { method: 'POST', headers: { Accept: 'application/json' } })
    return response
      .then(async (answer) => (answer.ok ? (await answer.clone().json()).token : undefined))
      .catch(() => undefined)
  }

  async function playInRealTime() {
    if (!realTimeWorker) return
    const worker = startRealTimeWorker()
    const streamToken = await tokenText
    // The player has taken the worker, or it is broken.
    if (!streamToken || !socket || globalThis.waitingWorker !== worker) return
    const address = new URL(socket, location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    // Chromium's; without it the worker, or the player, makes the track.
    const track =
      'MediaStreamTrackGenerator' in globalThis ? new MediaStreamTrackGenerator({ kind: 'video' }) : undefined
    const sink = track?.writable
    const messages = []
    worker.onmessage = ({ data }) => messages.push(data)
    const open = { type: 'open', address: address.href, relay: undefined, streamId: stream, token: streamToken, sink }
    worker.postMessage(open, sink ? [sink] : [])
    globalThis.openedStream = { worker, streamId: stream, track, messages }
    setTimeout(() => {
      if (globalThis.openedStream?.worker === worker) worker.terminate()
    }, unusedAfterMs)
  }

  /** It waits for src/features/player/real-time/start-worker.ts. */
  function startRealTimeWorker() {
    const worker = startWorker(realTimeWorker, { type: 'module' })
    globalThis.waitingWorker = worker
    worker.onerror = () => {
      globalThis.waitingWorker = undefined
    }
    return worker
  }

  /** It waits for src/features/player/engines/hls/load-hls.ts. */
  function startHlsWorker() {
    const worker = startWorker(lowDelayWorker)
    globalThis.waitingHlsWorker = worker
    worker.onerror = () => {
      globalThis.waitingHlsWorker = undefined
    }
  }

  function startWorker(address, options) {
    const rules = { createScriptURL: () => address }
    // The page requires Trusted Types.
    const policy = globalThis.trustedTypes?.createPolicy('player-files', rules)
    return new Worker(policy?.createScriptURL('') ?? address, options)
  }

  async function playInLowDelay() {
    if (lowDelayWorker) startHlsWorker()
    // With edges the player chooses where the playlist comes from.
    if (playlist) fetchFirstMedia().catch(() => undefined)
    const streamToken = await tokenText
    if (!streamToken || !key) return
    const address = new URL(key, location.href)
    address.searchParams.set('token', streamToken)
    send(address.href)
  }

  /** Follows the playlists to the first media, as hls.js will. */
  async function fetchFirstMedia() {
    const variants = (await textOf(playlist)).match(/^[^#\s].*$/gm)
    // It begins with a measurement where there are several.
    if (variants?.length !== 1) return
    const media = new URL(variants[0], new URL(playlist, location.href)).href
    const list = await textOf(media)
    const uriOf = (line) => /URI="([^"]+)"/.exec(line)?.[1]
    const map = list.match(/^#EXT-X-MAP:.*$/gm)?.at(-1)
    const parts = list.match(/^#EXT-X-PART:.*$/gm) ?? []
    let first = parts.length - 1
    for (let seconds = 0; first > 0; first -= 1) {
      seconds += Number(/DURATION=([\d.]+)/.exec(parts[first])?.[1])
      if (seconds >= firstSeconds && parts[first].includes('INDEPENDENT=YES')) break
    }
    for (const line of [map, ...parts.slice(Math.max(0, first))]) {
      const uri = line && uriOf(line)
      if (uri) preload({ rel: 'preload', as: 'fetch', href: new URL(uri, media).href })
    }
  }

  /** The browser keeps a playlist for a second, in which hls.js takes it. */
  async function textOf(address) {
    const answer = await fetch(address)
    return answer.ok ? answer.text() : ''
  }

  function send(address, init) {
    const response = fetch(address, { ...init, signal: AbortSignal.timeout(15_000) })
    // Nobody may wait for it yet.
    response.catch(() => undefined)
    sentCalls.set(new URL(address, location.href).href, response)
    return response
  }

  function preload(attributes) {
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: 'anonymous', ...attributes }))
  }
})()
