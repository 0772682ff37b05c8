import { limits } from '@waggle/contract/limits'
import { HlsStream } from '@waggle/media/hls/hls-stream'
import type { Publisher, PublisherSink } from '@waggle/media/rtmp/publisher'
import type { MediaSink } from '@waggle/media/sample'
import { endBroadcast, insertBroadcast, markBroadcastAway, touchBroadcast } from '../db/broadcasts.ts'
import { hlsKey, hlsKeyPath, keyNumberAt } from '../lib/hls-keys.ts'
import type { MediaContext } from './context.ts'

/** How often the database hears that media still arrives. */
const touchIntervalMs = 10_000

/** A publisher without media for this long has probably lost its connection: its owner may take over. */
const silentAfterMs = 2000

/**
 * One channel on air: it outlives its encoder, which may drop and come back within a minute. Announced in the database once
 * there is something to play.
 */
export class Broadcast {
  readonly id: string
  readonly username: string
  readonly hls: HlsStream
  private readonly source: MediaSink
  private readonly context: MediaContext
  private readonly onEnd: () => void
  private publisher: Publisher | undefined
  private isAnnounced: boolean
  private hasEnded = false
  private touchTimer: NodeJS.Timeout | undefined
  private endTimer: NodeJS.Timeout | undefined
  /** Database writes of this broadcast, one after the other: an end must not be overtaken by an earlier touch. */
  private writes: Promise<void> = Promise.resolve()

  constructor(
    context: MediaContext,
    identity: { id: string; username: string; isAnnounced: boolean },
    onEnd: () => void,
  ) {
    this.context = context
    this.id = identity.id
    this.username = identity.username
    this.isAnnounced = identity.isAnnounced
    this.onEnd = onEnd
    this.hls = new HlsStream({
      // Seconds of the wall clock: a restarted process goes on above what it ever numbered, for no segment is that short.
      firstSequence: Math.floor(context.now() / 1000),
      now: context.now,
      keys: {
        keyAt: (timeMs) => {
          const number = keyNumberAt(timeMs)
          return { number, key: hlsKey(context.secrets.hlsKey, this.id, number) }
        },
        uri: (number) => hlsKeyPath(this.id, number),
      },
    })
    this.source = this.hls.addRendition('source')
  }

  /** True while its encoder delivers: another one is then refused. */
  get isDelivering(): boolean {
    return this.publisher !== undefined && this.context.now() - this.publisher.lastMediaAtMs < silentAfterMs
  }

  /** Takes a publisher and returns where its media goes; the former one, silent by now, is closed. */
  attach(publisher: Publisher): PublisherSink {
    const former = this.publisher
    this.publisher = publisher
    clearTimeout(this.endTimer)
    if (former) {
      former.close('Another encoder took over this broadcast.')
      this.hls.interrupt()
    }
    clearInterval(this.touchTimer)
    this.touchTimer = setInterval(() => this.touch(), touchIntervalMs)
    if (this.isAnnounced) this.touch()
    return {
      config: (config) => this.source.config(config),
      sample: (sample) => {
        this.source.sample(sample)
        if (!this.isAnnounced && this.hls.isReady) this.announce()
      },
      ended: () => this.detach(publisher),
    }
  }

  /** The publisher is gone; its broadcast waits for it. */
  private detach(publisher: Publisher): void {
    if (this.publisher !== publisher) return
    this.publisher = undefined
    clearInterval(this.touchTimer)
    if (this.hasEnded) return
    this.hls.interrupt()
    if (this.isAnnounced) this.write(() => markBroadcastAway(this.context.db, this.id, this.context.now()))
    this.endTimer = setTimeout(() => this.end(), limits.reconnectWindowMs)
  }

  /** Closes the publisher's connection, if there is one. The broadcast then waits as after any drop. */
  cut(reason: string): void {
    this.publisher?.close(reason)
  }

  end(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    clearTimeout(this.endTimer)
    clearInterval(this.touchTimer)
    this.cut('The broadcast has ended.')
    this.hls.end()
    if (this.isAnnounced) this.write(() => endBroadcast(this.context.db, this.id, this.context.now()))
    this.onEnd()
  }

  /** The process stops: the broadcast does not, its encoder reconnects to the next process. */
  async release(): Promise<void> {
    this.hasEnded = true
    clearTimeout(this.endTimer)
    clearInterval(this.touchTimer)
    this.cut('The server is restarting. Reconnect in a moment.')
    this.hls.end()
    await this.writes
  }

  private announce(): void {
    if (this.hasEnded) return
    this.isAnnounced = true
    this.write(() =>
      insertBroadcast(this.context.db, { id: this.id, username: this.username, startedAtMs: this.context.now() }),
    )
    this.context.log.info({ streamId: this.id, username: this.username, ...this.hls.info() }, 'live')
  }

  private touch(): void {
    const { publisher } = this
    if (publisher && this.isAnnounced)
      this.write(() => touchBroadcast(this.context.db, this.id, publisher.lastMediaAtMs))
  }

  private write(action: () => Promise<void>): void {
    this.writes = this.writes
      .then(action)
      .catch((error) => this.context.log.error({ error, streamId: this.id }, 'could not note the state of a broadcast'))
  }
}
