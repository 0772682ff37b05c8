import { hlsKeyPath, keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { realTimeCloseCodes } from '@waggle/contract/playback/real-time'
import { HlsStream } from '@waggle/media/hls/hls-stream'
import { MoqBroadcast } from '@waggle/media/moq/broadcast/moq-broadcast'
import type { Publisher, PublisherSink } from '@waggle/media/rtmp/media/publisher'
import type { MediaSink } from '@waggle/media/sample'
import type { BroadcastRow, PlaylistState } from '../../db/broadcasts/broadcasts.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { hlsKey } from '../../lib/playback/hls-keys.ts'
import type { MediaContext } from '../context.ts'
import { HealthReport } from '../health/health-report.ts'
import { publishToRelay } from '../real-time/relay-publisher.ts'
import type { Recorder } from '../recording/recorder.ts'
import type { Recordings } from '../recording/recordings.ts'
import { BroadcastJournal } from './broadcast-journal.ts'
import { type BroadcastState, firstPhase } from './broadcast-state.ts'
import type { CheckpointWriter } from './checkpoint-writer.ts'
import type { FfmpegOutputs, OpenFfmpegOutputs } from './ffmpeg-outputs.ts'
import { firstSequence, unsavedMs } from './inherited-broadcast.ts'
import { bothOutputs } from './playable-outputs.ts'
import { checkIntervalMs, isDelivering, judgeSilence } from './silence.ts'

/** What a process opens for each of its broadcasts. */
export interface OutputOpeners {
  openFfmpegOutputs: OpenFfmpegOutputs
  /** Undefined where the site does not record. */
  recordings: Pick<Recordings, 'open'> | undefined
}

/** In milliseconds. */
export interface BroadcastDelays {
  /** RFC 3550's measure of how irregularly media arrives. */
  jitterMs: number
  /** How much later it arrives than at its earliest. */
  lateMs: number
  /** How long media has been arriving that the playlist does not list yet. */
  packagerLagMs: number
  /** How far the lower renditions are behind the source. */
  ladderLagMs: number
}

interface BroadcastIdentity {
  id: string
  username: string
  /** What a previous process left on air. */
  inherited: BroadcastRow | undefined
  checkpoints: CheckpointWriter
  /** When the channel's stream key was made. */
  tokensValidFromMs: number
  /** Whether the channel wants to be recorded. */
  isRecorded: boolean
}

/**
 * One channel on air. It outlives its encoder, which may drop and return within a minute, and its process, which saves in the database
 * where the next process has to continue. It is saved there once there is something to play.
 */
export class Broadcast {
  readonly id: string
  readonly username: string
  readonly hls: HlsStream
  /** Undefined where real-time playback is switched off. */
  readonly realTime: MoqBroadcast | undefined
  readonly #context: MediaContext
  readonly #journal: BroadcastJournal
  readonly #relay: { close(): void } | undefined
  readonly #ffmpeg: FfmpegOutputs
  readonly #health: HealthReport
  /** Undefined where the site or the channel does not record. */
  readonly #recorder: Recorder | undefined
  /** Everything that takes the encoder's media. */
  readonly #sinks: readonly MediaSink[]
  readonly #checks: PeriodicTask
  readonly #onEnd: () => void
  #state: BroadcastState
  #lastMediaAtMs: number
  #unsavedMs: number
  /** The last encoder said that the stream is over, and none has connected since. */
  #isStopped: boolean
  /** The last check found the reconnect window over, and no media has arrived since. */
  #isSuspect = false
  #tokensValidFromMs: number

  constructor(
    context: MediaContext,
    identity: BroadcastIdentity,
    { openFfmpegOutputs, recordings }: OutputOpeners,
    onEnd: () => void,
  ) {
    const { id, username, inherited, checkpoints, tokensValidFromMs, isRecorded } = identity
    this.id = id
    this.username = username
    this.#context = context
    this.#onEnd = onEnd
    this.#tokensValidFromMs = tokensValidFromMs
    this.#state = { phase: firstPhase(inherited), encoder: undefined }
    this.#lastMediaAtMs = inherited?.lastMediaAtMs ?? context.now()
    this.#unsavedMs = inherited ? unsavedMs(inherited) : 0
    this.#isStopped = inherited?.isStopped ?? false
    this.#journal = new BroadcastJournal(context, id, checkpoints)
    const recorder = isRecorded ? recordings?.open(id) : undefined
    this.#recorder = recorder
    this.hls = new HlsStream({
      firstSequence: inherited ? firstSequence(inherited, context.now()) : 1,
      previousTargets: inherited?.playlists,
      now: context.now,
      onSegment: recorder && ((segment) => recorder.add(segment)),
      keys: {
        keyAt: (timeMs) => {
          const number = keyNumberAt(timeMs)
          return { number, key: hlsKey(context.secrets.hlsKeys, id, number) }
        },
        uri: (number) => hlsKeyPath(id, number),
      },
    })
    const source = this.hls.addRendition('source')
    this.realTime = context.config.realTime === 'off' ? undefined : createRealTime(id, () => context.now())
    this.#relay = this.realTime && publishToRelay(context, this.realTime, id)
    this.#ffmpeg = openFfmpegOutputs(id, bothOutputs(this.hls, this.realTime), (takenAtMs, jpeg) => {
      this.#journal.saveThumbnailTime(takenAtMs)
      this.#recorder?.addPicture({ takenAtMs, jpeg })
    })
    const isContinued = inherited !== undefined
    this.#health = new HealthReport(context, {
      ...{ id, username, isContinued },
      source: () => this.hls.info(),
      recording: () => this.#recorder && { pausedBecause: this.#recorder.pauseReason ?? null },
    })
    const sinks = [this.realTime?.source, source, this.#health, this.#ffmpeg.ladder, this.#ffmpeg.thumbnailer]
    this.#sinks = sinks.filter((sink) => sink !== undefined)
    this.#checks = startPeriodicTask(() => this.check(), {
      pauseMs: checkIntervalMs,
      onError: (error) => context.log.error({ error, streamId: id }, 'could not check a broadcast'),
    })
  }

  /** Whether the encoder delivers: another one is then refused. */
  get isDelivering(): boolean {
    return isDelivering(this.#encoderTimes())
  }

  /** How the way of its media goes now, in milliseconds. */
  get delays(): BroadcastDelays {
    const { lastMediaAtMs = 0, lastPublishedAtMs = lastMediaAtMs } = this.hls.info()
    return {
      jitterMs: this.#health.arrival?.jitterMs ?? 0,
      lateMs: this.#health.arrival?.lateMs ?? 0,
      packagerLagMs: Math.max(0, lastMediaAtMs - lastPublishedAtMs),
      ladderLagMs: this.#ffmpeg.ladder?.lagMs ?? 0,
    }
  }

  /** Tokens that were issued earlier do not open the broadcast in real time. */
  get tokensValidFromMs(): number {
    return this.#tokensValidFromMs
  }

  /** JPEGs of the last minute, newest first. */
  get thumbnails(): readonly Uint8Array[] {
    return this.#ffmpeg.thumbnailer?.pictures ?? []
  }

  /** The newest of them in a larger size. */
  get largeThumbnail(): Uint8Array | undefined {
    return this.#ffmpeg.thumbnailer?.largePicture
  }

  /** Attaches a publisher and returns the sink for its media. A previous publisher, silent by now, is closed. */
  attach(publisher: Publisher): PublisherSink {
    const { phase, encoder: previous } = this.#state
    if (phase === 'ended') throw new Error('an encoder cannot be attached to a broadcast that has ended')
    const encoder = { publisher, attachedAtMs: this.#context.now() }
    this.#state = { phase: phase === 'inherited' ? 'live' : phase, encoder }
    this.#health.attach(publisher, this.#isStopped)
    this.#isStopped = false
    if (previous) {
      previous.publisher.close('Another encoder took over this broadcast.')
      this.#handleEncoderLoss()
    }
    return {
      config: (config) => {
        for (const sink of this.#sinks) sink.config(config)
      },
      sample: (sample) => {
        this.#lastMediaAtMs = this.#context.now()
        this.#unsavedMs = 0
        this.#isSuspect = false
        for (const sink of this.#sinks) sink.sample(sample)
        if (this.hls.isReady) this.#saveProgress()
      },
      ended: (_, hasStopped) => this.#detach(publisher, hasStopped),
    }
  }

  /** Saves the state of the broadcast when it has changed, and ends the broadcast when its encoder has been silent for too long. */
  check(): void {
    const { phase } = this.#state
    if (phase === 'ended') return
    this.#health.publish(this.isDelivering, this.hls.info().lastMediaAtMs ?? null)
    const verdict = judgeSilence({
      ...this.#encoderTimes(),
      unsavedMs: this.#unsavedMs,
      isSuspect: this.#isSuspect,
      phase,
      savedAtMs: this.#journal.savedAtMs,
      isReady: this.hls.isReady,
    })
    if (verdict.isOver) {
      this.#end()
      return
    }
    this.#isSuspect = verdict.isSuspect
    if (verdict.save) this.#save(verdict.save)
  }

  /** The channel has had a new stream key since `atMs`: its encoder is disconnected, and its viewers in real time need new tokens. */
  replaceStreamKey(atMs: number): void {
    this.disconnectEncoder('This stream key was replaced by a new one.')
    this.#tokensValidFromMs = atMs
    this.realTime?.audience.disconnectViewers(realTimeCloseCodes.keyReplaced, 'the stream key was replaced')
  }

  /** Ends the broadcast at once. The encoder is told why. */
  end(reason: string): void {
    if (this.#state.phase !== 'ended') this.#end(reason)
  }

  /** Closes the publisher's connection, if there is one. The broadcast then waits as after any drop. */
  disconnectEncoder(reason: string): void {
    this.#state.encoder?.publisher.close(reason)
  }

  /**
   * Lets go of the broadcast without ending it, because the process stops or another one continues it. Its playlists get no end: the
   * encoder reconnects to the next process, which continues them.
   */
  async release(reason: string): Promise<void> {
    const { phase } = this.#state
    if (phase !== 'ended') {
      this.#stop(reason)
      this.hls.release()
      this.realTime?.audience.close(realTimeCloseCodes.moved, 'another server continues the broadcast')
      if (phase !== 'waiting') this.#saveCheckpoint('away')
    }
    // The next process need not wait for the recording: `Recordings` completes it before this process ends.
    void this.#recorder?.end()
    await this.#journal.settled()
  }

  #encoderTimes() {
    const attachedAtMs = this.#state.encoder?.attachedAtMs
    return { nowMs: this.#context.now(), lastMediaAtMs: this.#lastMediaAtMs, attachedAtMs }
  }

  #detach(publisher: Publisher, hasStopped: boolean): void {
    if (this.#state.encoder?.publisher !== publisher) return
    this.#state = { ...this.#state, encoder: undefined }
    this.#isStopped = hasStopped
    this.#handleEncoderLoss()
    // An encoder that was silent before is known to be away, but not that it was stopped.
    if (this.#state.phase === 'away') this.#saveCheckpoint('away')
    this.check()
  }

  /** The media that follows, if any, comes from another connection. */
  #handleEncoderLoss(): void {
    this.hls.interrupt()
    this.realTime?.interrupt()
    this.#ffmpeg.ladder?.handleEncoderLoss()
    this.#ffmpeg.thumbnailer?.handleEncoderLoss()
  }

  #end(reason = 'The broadcast has ended.'): void {
    const { phase } = this.#state
    this.#stop(reason)
    this.hls.end()
    this.realTime?.end(realTimeCloseCodes.ended, 'the broadcast has ended')
    void this.#recorder?.end()
    if (phase !== 'waiting') this.#journal.saveEnd(this.#lastMediaAtMs)
    this.#onEnd()
  }

  #stop(reason: string): void {
    const { encoder } = this.#state
    this.#state = { phase: 'ended', encoder: undefined }
    void this.#checks.close()
    this.#relay?.close()
    this.#ffmpeg.ladder?.stop()
    this.#ffmpeg.thumbnailer?.stop()
    encoder?.publisher.close(reason)
  }

  /** Saves the start of the broadcast once it can be played, and every new segment. */
  #saveProgress(): void {
    const { phase, encoder } = this.#state
    if (phase === 'waiting') {
      this.#state = { phase: 'live', encoder }
      this.#journal.saveStart(this.username, this.#playlists())
      this.#context.log.info({ streamId: this.id, username: this.username, ...this.hls.info() }, 'live')
    } else if (phase !== 'ended' && this.#nextNumber > this.#journal.savedNextNumber) {
      this.#save('live')
    }
  }

  #save(phase: 'live' | 'away'): void {
    this.#state = { phase, encoder: this.#state.encoder }
    this.#saveCheckpoint(phase)
  }

  #saveCheckpoint(phase: 'live' | 'away'): void {
    const awaySinceMs = phase === 'away' ? this.#lastMediaAtMs : null
    const isStopped = phase === 'away' && this.#isStopped
    const lastMediaAtMs = this.#lastMediaAtMs
    this.#journal.saveCheckpoint({ lastMediaAtMs, awaySinceMs, isStopped, playlists: this.#playlists() })
  }

  #playlists(): PlaylistState {
    const { targets } = this.hls
    if (targets === undefined) throw new Error('a broadcast cannot be saved before it has playlists')
    const { targetDurationS, partTargetMs } = targets
    return { nextNumber: this.#nextNumber, targetDurationS, partTargetMs }
  }

  get #nextNumber(): number {
    // One number in reserve: players may see a segment begin before it is saved. After the end none begins.
    return this.hls.highestNumber + (this.#state.phase === 'ended' ? 1 : 2)
  }
}

function createRealTime(id: string, now: () => number): MoqBroadcast {
  return new MoqBroadcast({ path: id, now, tooSlowCode: realTimeCloseCodes.tooSlow })
}
