import { setupStream } from '../lite/fields.ts'
import { resetCodes } from '../lite/stream-types.ts'
import { pingRequestFrame, pingResponseFrame, streamFrame, transportParametersFrame } from '../qmux/control-frames.ts'
import { type QmuxFrame, readRecord } from '../qmux/read-record.ts'
import { streamKind, streamKinds } from '../qmux/streams.ts'
import { MessageBuffer } from '../wire/message-buffer.ts'
import { maxVarint } from '../wire/varint.ts'
import { GroupReader, type ReceivedFrame } from './group-reader.ts'
import { subscribeRequest } from './subscribe.ts'

export interface TrackHandler {
  /** Groups begin with `index` 0. A group that was skipped in part is followed by the beginning of another. */
  frame(frame: ReceivedFrame): void
  /** The track is over, or there is none with this name. */
  ended(): void
  /** The server has skipped the rest of a group, because this viewer is too far behind. */
  skipped?(): void
}

interface MoqClientOptions {
  /** The broadcast that tracks are requested of. */
  broadcast: string
  /** Sends one WebSocket message. */
  send(message: Uint8Array): void
  /** The server has answered the newest ping. */
  onPong(): void
}

interface Subscription {
  id: number
  handler: TrackHandler
  replies: MessageBuffer
  replyType: number | undefined
  sentBytes: number
}

/** SUBSCRIBE_END: no group follows. */
const subscribeEndType = 1
const maxReplyBytes = 4096
const idleTimeoutMs = 30_000

/**
 * A viewer's end of moq-lite (draft 05) over qmux (draft 02): it subscribes to tracks of one broadcast. It runs in browsers, so nothing
 * that it imports may need Node.
 *
 * All credit is granted at the start. What is sent too fast waits in the WebSocket's TCP connection, and the server skips what gets old.
 */
export class MoqClient {
  readonly #options: MoqClientOptions
  /** By the id of the stream that the track was requested on. */
  readonly #subscriptions = new Map<number, Subscription>()
  readonly #groups = new Map<number, GroupReader>()
  #subscribed = 0
  #pings = 0

  constructor(options: MoqClientOptions) {
    this.#options = options
    const { send } = options
    send(
      transportParametersFrame({
        maxIdleTimeoutMs: idleTimeoutMs,
        initialMaxData: maxVarint,
        initialMaxStreamDataBidiLocal: maxVarint,
        initialMaxStreamDataBidiRemote: 0,
        initialMaxStreamDataUni: maxVarint,
        initialMaxStreamsBidi: 0,
        initialMaxStreamsUni: maxVarint,
      }),
    )
    send(streamFrame(streamKinds.clientUni, 0, setupStream(), true))
  }

  /** Requests a track from its newest group on. Tracks of a higher priority, up to 255, are sent first. Returns what cancels it. */
  subscribe(track: string, priority: number, handler: TrackHandler): () => void {
    const id = this.#subscribed
    this.#subscribed += 1
    const streamId = 4 * id + streamKinds.clientBidi
    const request = subscribeRequest(id, this.#options.broadcast, track, priority)
    const replies = new MessageBuffer(maxReplyBytes)
    this.#subscriptions.set(streamId, { id, handler, replies, replyType: undefined, sentBytes: request.length })
    this.#options.send(streamFrame(streamId, 0, request, false))
    return () => this.#cancel(streamId)
  }

  /** Asks the server for a sign of life. */
  ping(): void {
    this.#options.send(pingRequestFrame(this.#pings))
    this.#pings += 1
  }

  /** Takes one WebSocket message. Throws MoqError where it is malformed; the connection is of no use after that. */
  receive(message: Uint8Array): void {
    readRecord(message, (frame) => this.#take(frame))
  }

  #take(frame: QmuxFrame): void {
    switch (frame.type) {
      case 'stream':
        if (streamKind(frame.id) === streamKinds.serverUni) this.#takeGroup(frame)
        else this.#takeReply(frame)
        break
      case 'resetStream':
        if (frame.code === resetCodes.skipped) this.#skip(frame.id)
        this.#groups.delete(frame.id)
        this.#end(frame.id)
        break
      case 'stopSending':
        this.#end(frame.id)
        break
      case 'pingRequest':
        this.#options.send(pingResponseFrame(frame.sequence))
        break
      case 'pingResponse':
        if (frame.sequence === this.#pings - 1) this.#options.onPong()
        break
    }
  }

  #takeGroup({ id, data, isLast }: Extract<QmuxFrame, { type: 'stream' }>): void {
    const reader =
      this.#groups.get(id) ?? new GroupReader((subscriptionId, frame) => this.#deliver(subscriptionId, frame))
    if (isLast) this.#groups.delete(id)
    else this.#groups.set(id, reader)
    reader.push(data)
  }

  #deliver(subscriptionId: number, frame: ReceivedFrame): void {
    this.#find(subscriptionId)?.handler.frame(frame)
  }

  #skip(groupStreamId: number): void {
    const subscriptionId = this.#groups.get(groupStreamId)?.subscriptionId
    if (subscriptionId !== undefined) this.#find(subscriptionId)?.handler.skipped?.()
  }

  #find(subscriptionId: number): Subscription | undefined {
    return this.#subscriptions.get(4 * subscriptionId + streamKinds.clientBidi)
  }

  #takeReply({ id, data, isLast }: Extract<QmuxFrame, { type: 'stream' }>): void {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return
    subscription.replies.push(data)
    for (;;) {
      subscription.replyType ??= subscription.replies.takeVarint()
      const reply = subscription.replyType === undefined ? undefined : subscription.replies.takeMessage()
      if (reply === undefined) break
      if (subscription.replyType === subscribeEndType) this.#end(id)
      subscription.replyType = undefined
    }
    if (isLast) this.#end(id)
  }

  #end(streamId: number): void {
    const subscription = this.#subscriptions.get(streamId)
    if (subscription === undefined) return
    this.#cancel(streamId)
    subscription.handler.ended()
  }

  /** The end of the request is the end of the subscription. */
  #cancel(streamId: number): void {
    const subscription = this.#subscriptions.get(streamId)
    if (subscription === undefined) return
    this.#subscriptions.delete(streamId)
    this.#options.send(streamFrame(streamId, subscription.sentBytes, new Uint8Array(0), true))
  }
}
