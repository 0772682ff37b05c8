import { limits } from '@waggle/contract/limits'
import { HlsStream } from '@waggle/media/hls/hls-stream'
import type { Publisher, PublisherSink } from '@waggle/media/rtmp/media/publisher'
import type { MediaSink } from '@waggle/media/sample'
import {
  type BroadcastRow,
  type BroadcastState,
  endBroadcast,
  insertBroadcast,
  noteThumbnail,
  type PlaylistState,
} from '../../db/broadcasts/broadcasts.ts'
import { hlsKey, hlsKeyPath, keyNumberAt } from '../../lib/hls-keys.ts'
import type { MediaContext } from '../context.ts'
import { HealthReport } from '../health/health-report.ts'
import type { CheckpointWriter } from './checkpoint-writer.ts'
import type { ExtraOutputs, OpenExtraOutputs } from './extra-outputs.ts'
import { latestOnly } from './latest-only.ts'

/** How often a broadcast looks whether its encoder still delivers. */
const checkIntervalMs = 1000

/** The database hears of every segment, and at least this often that media still arrives. */
const noteIntervalMs = 10_000

/** A publisher without media for this long has probably lost its connection: its owner may take over. */
const silentAfterMs = 2000

/** An encoder that came back in time may need this long for its first picture. */
const firstMediaGraceMs = 10_000

/** A note this old may be followed by segments that could not be noted. */
const freshNoteMs = 20_000

/**
 * One channel on air: it outlives its encoder, which may drop and come back within a minute, and its process, which notes in the
 * database where the next one has to go on. Announced there once there is something to play.
 */
export class Broadcast {
  readonly id: string
  readonly username: string
  readonly hls: HlsStream
  private readonly source: MediaSink
  private readonly extras: ExtraOutputs
  private readonly health: HealthReport
  private readonly context: MediaContext
  private readonly notes: CheckpointWriter
  private readonly onEnd: () => void
  private publisher: Publisher | undefined
  private attachedAtMs = 0
  private lastMediaAtMs: number
  /** So much later than noted may a former process have received its last media. */
  private unnotedMs: number
  /** The last media when the last look found the time over. */
  private seenSilentSinceMs: number | undefined
  private isAnnounced: boolean
  private isNotedAway: boolean
  private notedAtMs = 0
  private notedNumber = 0
  private hasEnded = false
  private readonly checkTimer: NodeJS.Timeout
  /** Database writes of this broadcast, one after the other: an end must not be overtaken by an earlier note. */
  private writes: Promise<void> = Promise.resolve()
  private readonly noteState = this.newest<BroadcastState>((state) => this.notes.add(this.id, state))
  private readonly noteThumbnail = this.newest<number>((takenAtMs) => {
    return noteThumbnail(this.context.db, this.id, takenAtMs)
  })

  /** `left` is what a former process left on air. */
  constructor(
    context: MediaContext,
    identity: { id: string; username: string; left: BroadcastRow | undefined; notes: CheckpointWriter },
    openExtras: OpenExtraOutputs,
    onEnd: () => void,
  ) {
    const { id, username, left, notes } = identity
    this.notes = notes
    this.context = context
    this.id = id
    this.username = username
    this.isAnnounced = left !== undefined
    this.isNotedAway = left !== undefined && left.awaySinceMs !== null
    this.lastMediaAtMs = left?.lastMediaAtMs ?? context.now()
    this.unnotedMs = left ? unnotedMs(left) : 0
    this.onEnd = onEnd
    this.hls = new HlsStream({
      firstSequence: left ? nextNumber(left, context.now()) : 1,
      previousTargets: left?.playlists,
      now: context.now,
      keys: {
        keyAt: (timeMs) => {
          const number = keyNumberAt(timeMs)
          return { number, key: hlsKey(context.secrets.hlsKey, id, number) }
        },
        uri: (number) => hlsKeyPath(id, number),
      },
    })
    this.source = this.hls.addRendition('source')
    this.extras = openExtras(id, this.hls, this.noteThumbnail)
    const isContinued = left !== undefined
    this.health = new HealthReport(context, { id, username, isContinued, source: () => this.hls.info() })
    this.checkTimer = setInterval(() => this.check(), checkIntervalMs)
  }

  /** True while its encoder delivers: another one is then refused. */
  get isDelivering(): boolean {
    const lastSignMs = Math.max(this.lastMediaAtMs, this.attachedAtMs)
    return this.publisher !== undefined && this.context.now() - lastSignMs < silentAfterMs
  }

  /** Takes a publisher and returns where its media goes; the former one, silent by now, is closed. */
  attach(publisher: Publisher): PublisherSink {
    const former = this.publisher
    this.publisher = publisher
    this.attachedAtMs = this.context.now()
    this.health.attach(publisher)
    if (former) {
      former.close('Another encoder took over this broadcast.')
      this.interrupt()
    }
    return {
      config: (config) => {
        for (const output of [this.source, this.health, this.extras.ladder, this.extras.thumbnailer]) {
          output?.config(config)
        }
      },
      sample: (sample) => {
        this.lastMediaAtMs = this.context.now()
        this.unnotedMs = 0
        this.source.sample(sample)
        this.health.sample(sample)
        this.extras.ladder?.sample(sample)
        this.extras.thumbnailer?.sample(sample)
        if (!this.isAnnounced && this.hls.isReady) this.announce()
        else if (this.isAnnounced && this.hls.isReady && this.hls.highestNumber > this.notedNumber) this.note(false)
      },
      ended: () => this.detach(publisher),
    }
  }

  /** The publisher is gone; its broadcast waits for it. */
  private detach(publisher: Publisher): void {
    if (this.publisher !== publisher) return
    this.publisher = undefined
    if (this.hasEnded) return
    this.interrupt()
    this.check()
  }

  private interrupt(): void {
    this.hls.interrupt()
    this.extras.ladder?.interrupt()
    this.extras.thumbnailer?.interrupt()
  }

  /** JPEGs of the last minute, the newest first. */
  get thumbnails(): readonly Uint8Array[] {
    return this.extras.thumbnailer?.pictures ?? []
  }

  /** Notes how the broadcast stands, and ends it when its encoder has been silent for too long. */
  check(): void {
    if (this.hasEnded) return
    const nowMs = this.context.now()
    this.health.tell(this.isDelivering, this.hls.info().lastMediaAtMs ?? null)
    const silentMs = nowMs - this.lastMediaAtMs - this.unnotedMs
    const hasJustCome = this.publisher !== undefined && this.attachedAtMs > this.lastMediaAtMs
    const isInGrace = hasJustCome && nowMs - this.attachedAtMs < firstMediaGraceMs
    const isOver = silentMs >= limits.reconnectWindowMs && !isInGrace
    // While an encoder is connected, it takes two looks: after a pause of the machine, or a jump of its clock, what was sent
    // meanwhile is read between them.
    if (isOver && (this.publisher === undefined || this.seenSilentSinceMs === this.lastMediaAtMs)) {
      this.end()
      return
    }
    this.seenSilentSinceMs = isOver ? this.lastMediaAtMs : undefined
    if (!this.isAnnounced) return
    // What a former process left may be on air in another one by now: no word about it before its next note is overdue.
    if (this.attachedAtMs === 0 && silentMs < silentAfterMs) return
    const isAway = this.publisher === undefined || silentMs >= silentAfterMs || !this.hls.isReady
    if (isAway !== this.isNotedAway || (!isAway && nowMs - this.notedAtMs >= noteIntervalMs)) this.note(isAway)
  }

  /** Closes the publisher's connection, if there is one. The broadcast then waits as after any drop. */
  cut(reason: string): void {
    this.publisher?.close(reason)
  }

  end(): void {
    if (this.hasEnded) return
    this.stop('The broadcast has ended.')
    this.hls.end()
    const { db } = this.context
    if (this.isAnnounced) this.write(() => endBroadcast(db, this.id, this.lastMediaAtMs, this.lastMediaAtMs))
    this.onEnd()
  }

  /**
   * The process stops, or another one goes on: the broadcast does not end. Its playlists stay without an end, for the encoder
   * reconnects to the next process, which goes on where this one stopped.
   */
  async release(reason: string): Promise<void> {
    if (!this.hasEnded) {
      this.stop(reason)
      this.hls.release()
      if (this.isAnnounced) this.note(true)
    }
    await this.writes
  }

  private stop(reason: string): void {
    this.hasEnded = true
    clearInterval(this.checkTimer)
    this.extras.ladder?.stop()
    this.extras.thumbnailer?.stop()
    this.cut(reason)
  }

  private announce(): void {
    if (this.hasEnded) return
    this.isAnnounced = true
    this.notedAtMs = this.context.now()
    const row = {
      id: this.id,
      username: this.username,
      startedAtMs: this.notedAtMs,
      playlists: this.playlists(),
    }
    this.write(() => insertBroadcast(this.context.db, row))
    this.context.log.info({ streamId: this.id, username: this.username, ...this.hls.info() }, 'live')
  }

  private note(isAway: boolean): void {
    this.isNotedAway = isAway
    this.notedAtMs = this.context.now()
    this.noteState({
      lastMediaAtMs: this.lastMediaAtMs,
      awaySinceMs: isAway ? this.lastMediaAtMs : null,
      playlists: this.playlists(),
    })
  }

  private playlists(): PlaylistState {
    const { targets, highestNumber } = this.hls
    if (targets === undefined) throw new Error('a broadcast is announced when it has playlists')
    const { targetDurationS, partTargetMs } = targets
    this.notedNumber = highestNumber
    // One in reserve: a segment may begin, and players see it, before it is noted. None begins once it is over.
    const nextNumber = highestNumber + (this.hasEnded ? 1 : 2)
    return { nextNumber, targetDurationS, partTargetMs }
  }

  private newest<State>(write: (state: State) => Promise<void>): (state: State) => void {
    return latestOnly((action) => this.write(action), write)
  }

  private write(action: () => Promise<void>): void {
    this.writes = this.writes
      .then(action)
      .catch((error) => this.context.log.error({ error, streamId: this.id }, 'could not note the state of a broadcast'))
  }
}

/** The encoder may still come back to what a former process left on air. */
export function isAwaited(left: BroadcastRow, nowMs: number): boolean {
  return nowMs - left.lastMediaAtMs - unnotedMs(left) < limits.reconnectWindowMs
}

/**
 * Players find the way over a restart best when the numbers have no hole. Segments that the former process could not note, because
 * its database failed, were not shorter than a second.
 */
function nextNumber(left: BroadcastRow, nowMs: number): number {
  const isExact = left.awaySinceMs !== null || nowMs - left.lastMediaAtMs < freshNoteMs
  return left.playlists.nextNumber + (isExact ? 0 : Math.ceil((nowMs - left.lastMediaAtMs) / 1000))
}

/** A process that died while media came in had not noted the last of it. */
function unnotedMs(left: BroadcastRow): number {
  return left.awaySinceMs === null ? noteIntervalMs + checkIntervalMs : 0
}
