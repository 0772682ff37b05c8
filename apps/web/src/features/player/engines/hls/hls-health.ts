import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { createPlaybackHealth, type PlaybackHealth, type RequestFailure, type RequestKind } from '../playback-health.ts'
import type { PlaybackMeasure } from '../playback-state.ts'

type Download = NonNullable<PlaybackMeasure['newestDownload']>

/** Records the downloads, playlist updates and errors of an hls.js instance. Its listeners go when the instance is destroyed. */
export function observeHlsHealth(
  hls: Hls,
  { Events }: Pick<typeof Hls, 'Events'>,
): Pick<PlaybackHealth, 'facts'> & { newestDownload(): Download | null; recordFrames(video: HTMLVideoElement): void } {
  const health = createPlaybackHealth()
  let newest: Download | null = null

  /** A download that begins once its key has arrived: waiting for a key is not a slow download. */
  let awaitingKeyMs: number | undefined

  hls.on(Events.FRAG_LOADING, (_, { frag, part }) => {
    // An initialization segment says nothing about the media after it.
    if (frag.sn === 'initSegment') return
    const mediaMs = (part ?? frag).duration * 1000
    const isKeyHere = !frag.encrypted || frag.decryptdata?.key
    awaitingKeyMs = isKeyHere ? undefined : mediaMs
    if (isKeyHere) health.recordDownloadStart(mediaMs)
  })
  hls.on(Events.KEY_LOADED, () => {
    if (awaitingKeyMs !== undefined) health.recordDownloadStart(awaitingKeyMs)
    awaitingKeyMs = undefined
  })
  hls.on(Events.FRAG_LOADED, (_, { frag, part }) => {
    if (frag.sn === 'initSegment') return
    const { loading } = (part ?? frag).stats
    newest = { tookMs: loading.end - loading.start, mediaMs: (part ?? frag).duration * 1000 }
    health.recordDownload(newest)
  })
  hls.on(Events.MANIFEST_LOADED, () => health.recordAnswer('manifest'))
  hls.on(Events.LEVEL_LOADING, health.recordPlaylistStart)
  hls.on(Events.LEVEL_LOADED, () => health.recordAnswer('level'))
  hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
    if (details.advanced) health.recordNewMedia()
  })
  hls.on(Events.ERROR, (_, data) => {
    const outcome = requestOutcome(data)
    if (!outcome) return
    if (outcome.failure) health.recordFailure(outcome.kind, outcome.failure)
    else health.recordAnswer(outcome.kind)
  })

  return {
    facts: health.facts,
    newestDownload: () => newest,
    recordFrames(video) {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
      health.recordFrames({ total: totalVideoFrames, dropped: droppedVideoFrames })
    },
  }
}

/**
 * How a request ended that hls.js reports as an error; undefined for other errors. Some refusals are part of normal operation: then
 * there is no failure.
 */
export function requestOutcome({
  details,
  response,
  frag,
  part,
}: Pick<ErrorData, 'details' | 'response' | 'frag' | 'part'>):
  | { kind: RequestKind; failure: RequestFailure | undefined }
  | undefined {
  const [, name, ending] = /^(manifest|level|frag)Load(Error|TimeOut)$/.exec(details) ?? []
  const kind = (['manifest', 'level', 'frag'] as const).find((kind) => kind === name)
  if (!kind) return undefined
  const status = response?.code ?? 0
  if (ending === 'TimeOut') {
    const hasArrivedInPart = kind === 'frag' && ((part ?? frag)?.stats.loaded ?? 0) > 0
    return { kind, failure: hasArrivedInPart ? 'slow' : 'unreachable' }
  }
  if (status === 0) return { kind, failure: 'unreachable' }
  // The broadcast is over, or the segment has left the playlist.
  if (status === 404 || status === 410) return { kind, failure: undefined }
  // A held playlist request is answered with 503 when no media arrives in time: then the encoder is silent, not the server broken.
  if (kind === 'level' && status === 503) return { kind, failure: undefined }
  return { kind, failure: status >= 400 ? 'refused' : undefined }
}
