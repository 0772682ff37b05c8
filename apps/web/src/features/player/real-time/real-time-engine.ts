import { realTimePath } from '@waggle/contract/playback/real-time'
import { atServer } from '../../../lib/server-addresses.ts'
import type { WritableStore } from '../../../lib/store/store.ts'
import { onWake } from '../engines/on-wake.ts'
import { unknownHealth } from '../engines/playback-health.ts'
import type { PlaybackEngine, PlaybackState, TargetLatency } from '../engines/playback-state.ts'
import { automaticQuality, qualitiesOf } from '../engines/quality.ts'
import type { HlsTokenSource } from '../keys/hls-token.ts'
import type { FirstPicture } from '../start/first-picture.ts'
import { keepPresence } from './keep-presence.ts'
import type {
  FromWorker,
  RealTimeFailure,
  RealTimeReport,
  SoundTrackFacts,
  ToWorker,
  VideoTrackFacts,
} from './messages.ts'
import { openPictureSink } from './picture-sink.ts'
import { openSoundOutput, type SoundOutput } from './sound/sound-output.ts'
import { isBroken, takeOpened } from './start-worker.ts'

/** From src/player-files.ts. */
const ahead = globalThis as { firstPicture?: FirstPicture | undefined }

export interface RealTimeEngine extends PlaybackEngine {
  /** The picture: what a media element plays. */
  readonly stream: MediaStream
  /** From now on the element plays `stream`, and the engine writes its state. */
  attach(): void
  /** The element plays something else from now on. The sound goes on until the engine is closed. */
  detach(): void
}

/** A viewer who has paused for so long needs no seat. */
const restAfterMs = 60_000

interface RealTimeOptions {
  /** The engine terminates it. */
  worker: Worker
  video: HTMLVideoElement
  streamId: string
  tokens: HlsTokenSource
  /** Address of a relay that has the broadcasts of the site. */
  relayUrl: string | undefined
  store: WritableStore<PlaybackState>
  /** There is a picture. */
  onStarted(): void
  /** Real time does not work here and now. The engine has stopped, and the element shows its last picture. */
  onFailed(failure: RealTimeFailure): void
}

/**
 * Plays a broadcast in real time. A worker receives and decodes it; its pictures are a track that the element plays, so everything that an
 * element can do works as with any other source. The sound goes past the element, because a browser does not say when an element lets the
 * sound of a track be heard. The element's volume and mute apply to it all the same.
 */
export function startRealTime({
  worker,
  video,
  streamId,
  tokens,
  relayUrl,
  store,
  onStarted,
  onFailed,
}: RealTimeOptions): RealTimeEngine {
  const token = tokens.current() ?? ''
  const opened = takeOpened(worker)
  const { firstPicture } = ahead
  // Only the worker that has the rest of its track can go on with it.
  const canGoOn = firstPicture?.streamId === streamId && (opened !== undefined || !firstPicture.isTaken)
  const first = canGoOn ? firstPicture : undefined
  ahead.firstPicture = undefined
  const sink = openPictureSink(first?.stream.getVideoTracks()[0])
  const stream = first?.stream ?? new MediaStream(sink.track ? [sink.track] : [])
  const abort = new AbortController()
  const { signal } = abort
  let videos: readonly VideoTrackFacts[] = []
  let sound: SoundTrackFacts | undefined
  let output: SoundOutput | undefined
  let isOpeningSound = false
  let isSoundBlocked = false
  let report: RealTimeReport | undefined
  let playing: VideoTrackFacts | undefined
  let selected: string | undefined
  let hasStarted = false
  let presence: { close(): void } | undefined
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  let isAttached = false
  let isClosed = false

  function tell(message: ToWorker, transfer: Transferable[] = []): void {
    if (!isClosed) worker.postMessage(message, transfer)
  }

  function take(message: FromWorker): void {
    switch (message.type) {
      case 'open':
        presence?.close()
        presence = message.isAtRelay ? keepPresence({ streamId, tokens, onRefused: () => fail('refused') }) : undefined
        break
      case 'catalog':
        videos = message.videos
        sound = message.sound
        if (isAttached) publish()
        // A decoder of pictures is made with the help of this thread, which opening the sound would keep busy.
        if (hasStarted) void openSound()
        break
      case 'picture-track':
        stream.addTrack(message.track)
        break
      case 'picture':
        sink.draw(message.frame)
        if (sink.track && stream.getVideoTracks().length === 0) stream.addTrack(sink.track)
        break
      case 'started':
        hasStarted = true
        onStarted()
        void openSound()
        break
      case 'playing-track':
        playing = videos.find(({ name }) => name === message.track)
        if (isAttached) publish()
        break
      case 'starved':
        if (isAttached) store.setState({ isStarved: message.isStarved })
        break
      case 'report':
        report = message.report
        if (isAttached) store.setState({ latencySeconds: latencySeconds() })
        break
      case 'token-refused':
        void replaceToken()
        break
      case 'ended':
        end()
        break
      case 'failed':
        fail(message.failure)
    }
  }

  function publish(): void {
    store.setState({
      qualities: qualitiesOf(videos),
      playingQuality: videos.findIndex(({ name }) => name === playing?.name),
      selectedQuality: videos.findIndex(({ name }) => name === selected),
    })
  }

  function latencySeconds(): number | null {
    return report?.delayMs == null ? null : Math.round(report.delayMs / 100) / 10
  }

  async function openSound(): Promise<void> {
    if (sound === undefined || isOpeningSound) return
    isOpeningSound = true
    try {
      output = await openSoundOutput(sound, { tell, onBlocked: followSound, signal })
    } catch {
      fail('decoder')
      return
    }
    followElement()
  }

  function followSound(isBlocked: boolean): void {
    isSoundBlocked = isBlocked
    if (isAttached) store.setState({ isSoundBlocked })
  }

  /** The element's volume, mute and pause hold for the sound. */
  function followElement(): void {
    if (!isAttached) return
    const isHeard = !video.paused && !video.muted
    output?.setVolume(isHeard ? video.volume : 0)
    if (isHeard) output?.resume()
    followPause()
  }

  function followPause(): void {
    if (video.paused) {
      restTimer ??= setTimeout(rest, restAfterMs)
      return
    }
    clearTimeout(restTimer)
    restTimer = undefined
    if (isResting) tell({ type: 'resume' })
    isResting = false
  }

  function rest(): void {
    isResting = true
    presence?.close()
    tell({ type: 'rest' })
  }

  function open(): void {
    listen()
    const address = socketAddress(atServer(realTimePath(streamId)))
    const relay = relayUrl === undefined ? undefined : socketAddress(relayUrl)
    const { writable } = sink
    tell(
      { type: 'open', address, relay, streamId, token, sink: first ? 'later' : writable },
      writable ? [writable] : [],
    )
    void first?.sink.then((sink) => tell({ type: 'sink', sink }, [sink]))
  }

  /** A worker that has opened the stream ahead may have spoken already. */
  function listen(): void {
    // It may be another one by now.
    if (opened) tell({ type: 'token', token })
    for (const message of opened?.messages.splice(0) ?? []) if (!isClosed) take(message)
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => isClosed || take(data)
  }

  /** The socket is given every new token. */
  async function followTokens(): Promise<void> {
    while (!isClosed) {
      await tokens.renewal()
      const token = tokens.current()
      if (token !== undefined) tell({ type: 'token', token })
    }
  }

  async function replaceToken(): Promise<void> {
    const refused = tokens.current()
    await tokens.replace()
    if (tokens.current() === refused) fail('refused')
  }

  function end(): void {
    close()
    store.setState({ status: 'ended', latencySeconds: null })
  }

  function fail(failure: RealTimeFailure): void {
    if (isClosed) return
    close()
    onFailed(failure)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    abort.abort()
    clearTimeout(restTimer)
    stopWakeListener()
    presence?.close()
    worker.terminate()
    output?.close()
  }

  worker.onerror = () => fail('decoder')
  if (isBroken(worker)) setTimeout(() => fail('decoder'))
  for (const type of ['volumechange', 'play', 'playing', 'pause']) {
    video.addEventListener(type, followElement, { signal })
  }
  const stopWakeListener = onWake(() => {
    tokens.refreshIfDue()
    tell({ type: 'wake' })
  })
  // Whoever starts this engine has to know it before it says anything.
  if (opened) setTimeout(listen)
  else open()
  void followTokens()

  return {
    stream,
    attach() {
      isAttached = true
      publish()
      store.setState({ status: 'ready', error: null, isNetworkFailing: false, isFollowingLive: true, isSoundBlocked })
      followElement()
    },
    detach() {
      isAttached = false
      clearTimeout(restTimer)
      store.setState({ isStarved: false, isSoundBlocked: false })
    },
    selectQuality(index) {
      selected = videos[index]?.name
      tell({ type: 'quality', track: selected })
      store.setState({ selectedQuality: selected === undefined ? automaticQuality : index })
    },
    goToLive() {
      if (video.paused) void video.play().catch(() => undefined)
    },
    seekRange: () => null,
    seekTo: () => undefined,
    measure: () => ({
      mode: 'real-time',
      codecs: [playing?.codec, sound?.codec].filter((codec) => codec !== undefined).join(', ') || null,
      bitsPerSecond: playing?.bitrate || null,
      bandwidthBitsPerSecond: null,
      latencySeconds: report?.delayMs == null ? null : report.delayMs / 1000,
      targetLatency: report?.targetDelayMs == null ? null : targetOf(report.targetDelayMs),
      newestDownload: null,
      stream: {
        bufferedSeconds: (report?.bufferedMs ?? 0) / 1000,
        playbackRate: report?.rate ?? 1,
        totalFrames: report?.frames.total ?? 0,
        droppedFrames: report?.frames.dropped ?? 0,
      },
    }),
    health: () => ({
      ...unknownHealth,
      requestFailures: report?.isServerAnswering === false ? ['unreachable'] : [],
      sinceNewMediaMs: report?.sinceNewMediaMs ?? 0,
    }),
    close,
  }
}

function socketAddress(url: string): string {
  const address = new URL(url, location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}

/** Up to this distance the network is a good one. */
const steadyMs = 200

function targetOf(delayMs: number): TargetLatency {
  return { seconds: delayMs / 1000, reason: delayMs <= steadyMs ? 'steady' : 'uneven' }
}
