// Fetches what the player needs for the mode in which it will play a live stream, before the page's other scripts run. Only the browser
// knows the mode (src/features/player/media/preferences.ts); the server names the files (apps/server/src/core/pages/page-assets.ts).
;(() => {
  const { realTime, lowDelay, playlist } = document.currentScript.dataset
  const canPlayRealTime = isSecureContext && 'VideoDecoder' in globalThis && 'AudioDecoder' in globalThis
  const isRealTime = realTime !== undefined && canPlayRealTime && chosenMode() !== 'low-delay'
  const scripts = (isRealTime ? realTime : lowDelay).split(' ')
  for (const href of scripts) preload({ rel: 'modulepreload', href })
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

  function preload(attributes) {
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: 'anonymous', ...attributes }))
  }
})()
