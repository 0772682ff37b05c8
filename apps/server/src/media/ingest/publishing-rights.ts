import type { PublisherSink } from '@waggle/media/rtmp/media/publisher'
import { type BroadcastRefusal, broadcastRefusalOf, refuse } from '../../http/admission/admission.ts'
import { settingInEffect } from '../../http/admission/setting-in-effect.ts'
import type { Broadcast } from '../broadcast/broadcast.ts'
import type { MediaContext } from '../context.ts'

/** For so long a channel keeps its place among those that are live, unless its process renews it. */
const placeLifeMs = 30_000
export const rightsIntervalMs = 10_000
/** For so long a streamer is told why the encoder was refused. */
const refusalShownMs = 10 * 60_000

/** Decides who may publish, and how much (rules ADMIT-1 to ADMIT-5). What it refuses is told to the encoder and to the streamer's pages. */
export class PublishingRights {
  readonly #context: MediaContext
  /** The shorter sides of the pictures that arrive. */
  readonly #heights = new Map<Broadcast, number>()

  constructor(context: MediaContext) {
    this.#context = context
  }

  /** Why the account may not publish now. Otherwise it has a place among those that are live. */
  async refusalOf(username: string, { isContinued }: { isContinued: boolean }): Promise<string | undefined> {
    const refusal =
      (await broadcastRefusalOf(this.#context, username, { isContinued })) ?? (await this.#takePlace(username))
    if (refusal) this.tell(username, refusal)
    return refusal?.message
  }

  /** Ends the broadcast when its account may not broadcast any more, and renews its place otherwise. */
  async check(broadcast: Broadcast): Promise<void> {
    const { username } = broadcast
    const refusal =
      this.#judgeHeight(this.#heights.get(broadcast)) ??
      (await broadcastRefusalOf(this.#context, username, { isContinued: true }))
    if (refusal) this.#end(broadcast, refusal)
    else await this.#context.state.presence.touch(places, username, this.#context.now() + placeLifeMs)
  }

  /** The channel is not live any more. */
  release({ username }: Broadcast): void {
    // The place ends by itself too.
    this.#context.state.presence.leave(places, username).catch(() => undefined)
  }

  /** Ends the broadcast when a picture arrives that is larger than the site takes. */
  limit(broadcast: Broadcast, sink: PublisherSink): PublisherSink {
    return {
      config: (config) => {
        if (config.track === 'video') {
          const height = Math.min(config.width, config.height)
          this.#heights.set(broadcast, height)
          const refusal = this.#judgeHeight(height)
          if (refusal) return this.#end(broadcast, refusal)
        }
        sink.config(config)
      },
      sample: (sample) => sink.sample(sample),
      ended: (reason, hasStopped) => {
        this.#heights.delete(broadcast)
        // Only the connection knows the bitrate.
        if (reason.startsWith(tooManyBits)) {
          this.tell(broadcast.username, { code: 'bitrate_too_high', message: reason })
          sink.ended(reason, hasStopped)
          broadcast.end(reason)
          return
        }
        sink.ended(reason, hasStopped)
      },
    }
  }

  maxBitsPerSecond(): number | undefined {
    const most = settingInEffect(this.#context.settings, 'broadcasters').maxKilobitsPerSecond
    return most === null ? undefined : most * 1000
  }

  /** Keeps the reason for the pages of the streamer, who may not see what the encoder shows. */
  tell(username: string, refusal: BroadcastRefusal): void {
    const { state, now, log } = this.#context
    log.info({ username, code: refusal.code }, 'an encoder was refused')
    state
      .setFact('encoder-refusal', username, { ...refusal, at: now() }, now() + refusalShownMs)
      .catch((error) => log.warn({ error }, 'could not keep why an encoder was refused'))
  }

  #end(broadcast: Broadcast, refusal: BroadcastRefusal): void {
    this.tell(broadcast.username, refusal)
    broadcast.end(refusal.message)
  }

  async #takePlace(username: string): Promise<BroadcastRefusal | undefined> {
    const { settings, state, now } = this.#context
    const count = settingInEffect(settings, 'broadcasters').maxBroadcasts
    const others = count ?? Number.MAX_SAFE_INTEGER
    const hasPlace = await state.presence.touchWithin(places, username, now() + placeLifeMs, others)
    return hasPlace ? undefined : refuse('too_many_broadcasts', { count: others })
  }

  #judgeHeight(height: number | undefined): BroadcastRefusal | undefined {
    const most = settingInEffect(this.#context.settings, 'broadcasters').maxHeight
    if (most === null || height === undefined || height <= most) return undefined
    return refuse('picture_too_large', { most, height })
  }
}

/** The channels that are live, in all processes. */
const places = 'live-channels'
/** How the sentence of `bitrate_too_high` begins. */
const tooManyBits = 'The encoder sends more than '
