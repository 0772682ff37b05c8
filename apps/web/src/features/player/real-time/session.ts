import { openPictureOutput } from './decoding/picture-output.ts'
import { PictureQueue } from './decoding/picture-queue.ts'
import { SoundSource } from './decoding/sound-source.ts'
import { supportedTracks } from './decoding/supported-tracks.ts'
import { VideoSource } from './decoding/video-source.ts'
import type { FromWorker, RealTimeFailure, ToWorker } from './messages.ts'
import {
  type Catalog,
  catalogTrackName,
  factsOf,
  firstTracks,
  readCatalog,
  type SoundTrack,
  type VideoTrack,
} from './receiving/catalog.ts'
import type { Connection } from './receiving/connection.ts'
import { Link } from './receiving/link.ts'
import { TrackChoice } from './receiving/track-choice.ts'
import { priorities } from './receiving/track-feed.ts'
import { TrackFeeds } from './receiving/track-feeds.ts'
import { ArrivalOffsets } from './timing/arrival-offsets.ts'
import { BufferWatch } from './timing/buffer-watch.ts'
import { Playout } from './timing/playout.ts'

type Open = Extract<ToWorker, { type: 'open' }>
type Tell = (message: FromWorker, transfer?: Transferable[]) => void

const tickMs = 20
/** A timer may fire this early. */
const earlyMs = 4
const reportIntervalMs = 250
/** The socket may be open and nothing come. */
const firstMediaTimeoutMs = 1500
/** What has come may not be decoded. A busy machine needs longer for that than for an answer. */
const firstPictureTimeoutMs = 2500
/** Timers that came so late mean that the machine has slept, or stood still. */
const sleptAfterMs = 1000
/** After a silence, arrival says nothing about arrival before. */
const restartAfterMs = 1000
const mostDecoderFailures = 3

/** One viewer's playback of one broadcast in real time, from the socket to pictures and sound. */
export class Session {
  readonly #tell: Tell
  readonly #nowMs: () => number
  readonly #videoOffsets = new ArrivalOffsets()
  readonly #playout = new Playout(this.#videoOffsets)
  readonly #soundOffsets = new ArrivalOffsets()
  readonly #pictures: PictureQueue<VideoFrame>
  readonly #video: VideoSource
  readonly #sound: SoundSource
  readonly #feeds: TrackFeeds
  readonly #choice = new TrackChoice()
  readonly #buffer: BufferWatch
  readonly #link: Link
  #takeSink: ((sink: WritableStream<VideoFrame>) => void) | undefined
  readonly #reports: ReturnType<typeof setInterval>
  #startTimer: ReturnType<typeof setTimeout>
  #catalog: Catalog | undefined
  #tick: ReturnType<typeof setTimeout> | undefined
  #mediaAtMs: number
  #ranAtMs: number
  #hasMedia = false
  #hasStarted = false
  #decoderFailures = 0
  #isClosed = false

  constructor({ address, relay, streamId, token, sink }: Open, tell: Tell, nowMs: () => number) {
    this.#tell = tell
    this.#nowMs = nowMs
    this.#mediaAtMs = nowMs()
    this.#ranAtMs = this.#mediaAtMs
    const lateSink = new Promise<WritableStream<VideoFrame>>((resolve) => {
      this.#takeSink = resolve
    })
    const show = openPictureOutput(sink === 'later' ? lateSink : sink && Promise.resolve(sink), tell)
    this.#pictures = new PictureQueue((picture) => {
      show(picture)
      this.#start()
    })
    const common = { playout: this.#playout, onFailure: () => this.#decoderFailed(), nowMs }
    this.#video = new VideoSource({
      ...common,
      pictures: this.#pictures,
      offsets: this.#videoOffsets,
      onTrack: ({ name }) => tell({ type: 'playing-track', track: name }),
    })
    this.#sound = new SoundSource({ ...common, offsets: this.#soundOffsets })
    this.#feeds = new TrackFeeds({
      onFrame: () => this.#mediaArrived(),
      onSkipped: () => this.#lower(),
      nowMs,
    })
    this.#buffer = new BufferWatch({
      isHeld: () => this.#playout.isHeld && this.#hasStarted,
      ask: () => this.#link.ask(),
      onStarved: (isStarved) => tell({ type: 'starved', isStarved }),
      onRanDry: (isTooOften) => this.#ranDry(isTooOften),
    })
    this.#reports = setInterval(() => this.#report(), reportIntervalMs)
    this.#startTimer = setTimeout(() => this.#waitForPicture(), firstMediaTimeoutMs)
    this.#link = new Link({
      ...{ address, relay, streamId, token, nowMs },
      onOpen: (isAtRelay) => tell({ type: 'open', isAtRelay }),
      onConnection: (connection) => this.#join(connection),
      onAnswer: () => this.#buffer.serverAnswered(),
      onTokenRefused: () => tell({ type: 'token-refused' }),
      onEnded: () => tell({ type: 'ended' }),
      onFailed: (failure) => this.#fail(failure),
    })
  }

  take(message: Exclude<ToWorker, Open>): void {
    switch (message.type) {
      case 'sink':
        this.#takeSink?.(message.sink)
        break
      case 'token':
        this.#link.renew(message.token)
        break
      case 'quality':
        this.#choice.select(message.track)
        this.#playChosen()
        break
      case 'sound-port':
        this.#sound.setWorklet(message.port, message.sampleRateHz)
        break
      case 'sound-time':
        this.#sound.heard(message.heardMs, message.atMs, message.leadMs)
        break
      case 'sound-off':
        this.#sound.silence()
        break
      case 'wake':
        this.#wake()
        break
      case 'rest':
        this.#buffer.rest()
        this.#link.rest()
        break
      case 'resume':
        this.#buffer.resume()
        this.#link.resume()
        break
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#tick)
    clearInterval(this.#reports)
    clearTimeout(this.#startTimer)
    this.#link.close()
    this.#video.stop()
    this.#sound.stop()
    this.#pictures.close()
  }

  /** Requests everything from a new connection. What plays goes on until the new one has what follows. */
  #join(connection: Connection): void {
    connection.subscribe(catalogTrackName, priorities.catalog, {
      frame: ({ payload }) => void this.#takeCatalog(connection, new TextDecoder().decode(payload)),
      ended: () => connection === this.#feeds.connection && this.#link.catalogEnded(),
    })
    this.#feeds.join(connection, [
      { name: this.#sound.track?.name ?? firstTracks.sound, priority: priorities.sound },
      { name: this.#video.track?.name ?? firstTracks.video, priority: priorities.video },
    ])
    // Without a change, the catalog need not be waited for.
    if (this.#catalog) this.#playAnew()
  }

  async #takeCatalog(connection: Connection, text: string): Promise<void> {
    const catalog = await readSupported(text).catch(() => undefined)
    if (this.#isClosed || connection !== this.#feeds.connection) return
    if (catalog === undefined) {
      this.#fail('codec')
      return
    }
    const { videos, sound } = catalog
    if (videos.length === 0) {
      this.#fail('no-picture')
      return
    }
    this.#catalog = catalog
    this.#tell({ type: 'catalog', videos: videos.map(factsOf), sound: sound && factsOf(sound) })
    this.#playout.setSound(sound && this.#soundOffsets)
    this.#playSound(sound)
    this.#playChosen()
    this.#feeds.dropEarly()
    this.#run()
  }

  #playSound(sound: SoundTrack | undefined): void {
    if (sound === undefined) this.#sound.stop()
    else if (sound.name !== this.#sound.track?.name) this.#startSound(sound)
  }

  #startSound(sound: SoundTrack): void {
    const feed = this.#feeds.take(sound.name, priorities.sound)
    if (feed) this.#sound.play(sound, feed)
  }

  #playChosen(): void {
    const chosen = this.#choice.choose(this.#catalog?.videos ?? [])
    if (chosen && chosen.name !== this.#video.track?.name) this.#startVideo(chosen)
  }

  #startVideo(track: VideoTrack): void {
    const feed = this.#feeds.take(track.name, priorities.video)
    if (feed) this.#video.play(track, feed)
  }

  /** The same tracks, from another connection. */
  #playAnew(): void {
    const video = this.#catalog?.videos.find(({ name }) => name === this.#video.track?.name)
    if (video) this.#startVideo(video)
    if (this.#catalog?.sound) this.#startSound(this.#catalog.sound)
  }

  #mediaArrived(): void {
    const nowMs = this.#nowMs()
    this.#hasMedia = true
    if (nowMs - this.#mediaAtMs > restartAfterMs) this.#playout.restart()
    this.#mediaAtMs = nowMs
    this.#buffer.mediaArrived()
    if (this.#playout.isHeld) this.#schedule(0)
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#tick)
    this.#tick = setTimeout(() => this.#run(), afterMs)
  }

  /** Brings everything up to the present, and comes back when the next picture is due. */
  #run(): void {
    if (this.#isClosed) return
    const nowMs = this.#nowMs()
    if (nowMs - this.#ranAtMs > sleptAfterMs) this.#wake()
    this.#ranAtMs = nowMs
    this.#link.check()
    this.#playout.update(nowMs)
    this.#sound.followClock()
    this.#buffer.update(nowMs)
    if (this.#choice.raiseIfDue(nowMs)) this.#playChosen()
    const positionMs = this.#playout.clock.mediaAt(nowMs + earlyMs)
    if (positionMs !== undefined) this.#pictures.showDue(positionMs * 1000)
    this.#video.feed()
    const { nextUs } = this.#pictures
    const dueInMs = nextUs === undefined ? tickMs : this.#playout.clock.dueAt(nextUs / 1000) - nowMs - earlyMs / 2
    this.#schedule(Math.max(0, Math.min(tickMs, dueInMs)))
  }

  /** The machine may have slept. */
  #wake(): void {
    this.#buffer.excuse()
    this.#link.wake()
  }

  /** The network could not carry the broadcast: at first a lower quality may help. */
  #ranDry(isTooOften: boolean): void {
    if (isTooOften) this.#fail('dry')
    else this.#lower()
  }

  #lower(): void {
    if (this.#choice.lower(this.#catalog?.videos ?? [], this.#nowMs())) this.#playChosen()
  }

  #decoderFailed(): void {
    this.#decoderFailures += 1
    if (this.#decoderFailures > mostDecoderFailures) this.#fail('decoder')
    else if (!this.#isClosed) this.#playAnew()
  }

  #waitForPicture(): void {
    if (!this.#hasMedia) this.#fail('silent')
    else this.#startTimer = setTimeout(() => this.#fail('silent'), firstPictureTimeoutMs - firstMediaTimeoutMs)
  }

  #start(): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    clearTimeout(this.#startTimer)
    this.#tell({ type: 'started' })
  }

  #fail(failure: RealTimeFailure): void {
    if (this.#isClosed) return
    this.close()
    this.#tell({ type: 'failed', failure })
  }

  #report(): void {
    const nowMs = this.#nowMs()
    const { total, dropped } = this.#pictures.counts
    const { skipped } = this.#video
    const delay = this.#playout.delay(nowMs)
    this.#tell({
      type: 'report',
      report: {
        delayMs: delay?.delayMs ?? null,
        targetDelayMs: delay?.targetMs ?? null,
        bufferedMs: this.#playout.bufferedMs(nowMs),
        rate: this.#playout.clock.rate,
        frames: { total: total + skipped, dropped: dropped + skipped },
        bitsPerSecond: this.#video.track?.bitrate ?? 0,
        sinceNewMediaMs: nowMs - this.#mediaAtMs,
        isServerAnswering: this.#link.isAnswering,
      },
    })
  }
}

const readSupported = async (text: string) => supportedTracks(readCatalog(text))
