// Fetches what the player needs for the mode in which it will play a live stream, before the page's other scripts run, starts its worker
// and asks for the first token. Only the browser knows the mode (src/features/player/media/preferences.ts); the server names the files
// (apps/server/src/core/pages/page-assets.ts).
;(() => {
  const { realTime, realTimeWorker, lowDelay, lowDelayWorker, playlist, token } = document.currentScript.dataset
  const canPlayRealTime = isSecureContext && 'VideoDecoder' in globalThis && 'AudioDecoder' in globalThis
  const isRealTime = realTime !== undefined && canPlayRealTime && chosenMode() !== 'low-delay'
  if (token && isNewVisitor()) askForToken()
  const scripts = (isRealTime ? realTime : lowDelay).split(' ')
  for (const href of scripts) preload({ rel: 'modulepreload', href })
  if (isRealTime && realTimeWorker) startWorker()
  // Into the browser's cache: hls.js starts it with the first media.
  if (!isRealTime && lowDelayWorker) fetch(lowDelayWorker).catch(() => undefined)
  // With edges the player chooses where the playlist comes from.
  if (!isRealTime && playlist) preload({ rel: 'preload', as: 'fetch', href: playlist })

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

  /** The answer waits for src/lib/api/sent-call.ts. */
  function askForToken() {
    const headers = { Accept: 'application/json' }
    const response = fetch(token, { method: 'POST', headers, signal: AbortSignal.timeout(15_000) })
    // Nobody may wait for it yet.
    response.catch(() => undefined)
    globalThis.sentCall = { address: token, response }
  }

  /** It waits for src/features/player/real-time/start-worker.ts. */
  function startWorker() {
    const rules = { createScriptURL: () => realTimeWorker }
    // The page requires Trusted Types.
    const policy = globalThis.trustedTypes?.createPolicy('player-files', rules)
    const worker = new Worker(policy?.createScriptURL('') ?? realTimeWorker, { type: 'module' })
    globalThis.waitingWorker = worker
    worker.onerror = () => {
      globalThis.waitingWorker = undefined
    }
  }

  function preload(attributes) {
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: 'anonymous', ...attributes }))
  }
})()
