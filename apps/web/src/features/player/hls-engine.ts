import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import type { WritableStore } from '../../lib/store.ts'
import { hlsConfig, masterPlaylistPath } from './hls-config.ts'
import type { HlsTokenSource } from './hls-token.ts'
import type { PlaybackEngine, PlaybackState } from './playback-state.ts'
import { automaticQuality, qualitiesOf } from './quality.ts'
import { remedyFor } from './recovery.ts'

const latencyIntervalMs = 1000
/** A single hiccup is not worth a word to the viewer. */
const failuresBeforeNotice = 2

/** Plays through hls.js and keeps at it: the remedies are chosen in recovery.ts and carried out here. */
export function startHls({
  Hls,
  workerPath,
  video,
  streamId,
  tokens,
  store,
}: {
  Hls: typeof import('hls.js').default
  workerPath: string
  video: HTMLVideoElement
  streamId: string
  tokens: HlsTokenSource
  store: WritableStore<PlaybackState>
}): PlaybackEngine {
  const { Events } = Hls
  const source = masterPlaylistPath(streamId)
  const hls: Hls = new Hls(hlsConfig(workerPath, tokens.current))
  let networkFailures = 0
  let mediaRecoveries = 0
  let isLastSegmentKnown = false
  let isClosed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const latencyTimer = setInterval(() => {
    const latency = hls.latency
    store.setState({ latencySeconds: latency > 0 && Number.isFinite(latency) ? Math.round(latency * 10) / 10 : null })
  }, latencyIntervalMs)

  hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
    store.setState({ status: 'ready', error: null, qualities: qualitiesOf(levels) })
  })
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
    store.setState({ playingQuality: level })
    // hls.js leaves a chosen quality that the server has taken away, and chooses itself from then on.
    if (hls.autoLevelEnabled) store.setState({ selectedQuality: automaticQuality })
  })
  hls.on(Events.LEVEL_LOADED, (_, { details }) => {
    isLastSegmentKnown = !details.live
  })
  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    // hls.js looks for the fragment after its last one for ever when the playlist has jumped over it, as after a restart of the server.
    const isBehind = details.live && hls.hasEnoughToStart && video.currentTime < details.fragmentStart
    const hasRunDry = video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
    if (isBehind && hasRunDry && !video.paused && hls.liveSyncPosition !== null)
      video.currentTime = hls.liveSyncPosition
  })
  hls.on(Events.FRAG_BUFFERED, () => {
    networkFailures = 0
    mediaRecoveries = 0
    store.setState({ isNetworkFailing: false })
  })
  hls.on(Events.ERROR, (_, data) => handle(data))
  video.addEventListener('ended', end)
  video.addEventListener('waiting', endIfOver)

  hls.attachMedia(video)
  hls.loadSource(source)

  function handle(data: ErrorData): void {
    const fault = {
      type: data.type,
      details: data.details,
      isFatal: data.fatal,
      status: data.response?.code || undefined,
    }
    const remedy = remedyFor(fault, networkFailures, mediaRecoveries)
    switch (remedy.do) {
      case 'nothing':
        return
      case 'end':
        end()
        return
      case 'renew-token':
        void tokens.replace().then(() => data.fatal && retry(1000, false))
        return
      case 'recover-media':
        mediaRecoveries++
        hls.recoverMediaError()
        return
      case 'retry':
        networkFailures++
        store.setState({ isNetworkFailing: networkFailures >= failuresBeforeNotice })
        retry(remedy.afterMs, remedy.isSourceLost)
        return
      case 'give-up':
        close()
        store.setState({ status: 'error', error: remedy.sentence })
    }
  }

  function retry(afterMs: number, isSourceLost: boolean): void {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => {
      if (isClosed) return
      if (isSourceLost) hls.loadSource(source)
      else hls.startLoad()
    }, afterMs)
  }

  function endIfOver(): void {
    if (isLastSegmentKnown) end()
  }

  function end(): void {
    if (isClosed) return
    close()
    store.setState({ status: 'ended', latencySeconds: null })
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearInterval(latencyTimer)
    clearTimeout(retryTimer)
    video.removeEventListener('ended', end)
    video.removeEventListener('waiting', endIfOver)
    hls.destroy()
  }

  return {
    selectQuality(index) {
      // The next segment comes in the new quality; what is buffered plays on without a break.
      if (!isClosed) hls.nextLevel = index
      store.setState({ selectedQuality: index < 0 ? automaticQuality : index })
    },
    goToLive() {
      if (!isClosed && hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition
      if (video.paused) void video.play().catch(() => undefined)
    },
    close,
  }
}
