import type { MoqLimits } from '../limits.ts'
import { groupHead, subscribeEnd, subscribeStart } from '../lite/replies.ts'
import type { SubscribeRequest, SubscriptionRange } from '../lite/requests.ts'
import { resetCodes } from '../lite/stream-types.ts'
import type { QmuxConnection } from '../qmux/qmux-connection.ts'
import type { PeerStream, SendStream } from '../qmux/streams.ts'
import type { Group } from '../tracks/group.ts'
import type { Track } from '../tracks/track.ts'

/** Where a viewer is in a group. */
interface Cursor {
  group: Group
  /** Undefined until the viewer allows a stream for it. */
  stream: SendStream | undefined
  frame: number
  /** Bytes of the frame that were sent. */
  sentBytes: number
  /** What stands before the data of the first frame. */
  firstHead: Uint8Array | undefined
}

/**
 * One viewer's place in one track. It holds no media: it reads the track's groups, which all viewers share, and what it has not read
 * is at most what the track keeps.
 */
export class Subscription {
  readonly stream: PeerStream
  readonly track: Track
  readonly #id: number
  readonly #connection: QmuxConnection
  readonly #limits: MoqLimits
  #range: SubscriptionRange
  #cursor: Cursor | undefined
  /** The number of the next group to read. */
  #nextSequence: number | undefined
  #hasStarted = false
  #isEnded = false
  /** When the viewer was skipped ahead, on the timeline of the track. */
  #skippedAtUs: number[] = []
  #hasSentSinceSkip = false

  constructor(
    request: SubscribeRequest,
    stream: PeerStream,
    track: Track,
    { connection, limits }: { connection: QmuxConnection; limits: MoqLimits },
  ) {
    this.stream = stream
    this.track = track
    this.#id = request.id
    this.#range = request
    this.#connection = connection
    this.#limits = limits
    track.subscribe(this)
  }

  get id(): number {
    return this.#id
  }

  get priority(): number {
    return this.#range.priority
  }

  /** True when nothing more will be sent. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** True when the viewer was skipped ahead too often: skipping does not help it. */
  get isTooSlow(): boolean {
    return this.#skippedAtUs.length >= this.#limits.maxSkips
  }

  update(range: SubscriptionRange): void {
    this.#range = range
  }

  /** Skips to the new group when too much before it has not been sent. */
  groupStarted(): void {
    const { newest } = this.track
    const next = this.#nextSequence === undefined ? undefined : this.track.groupFrom(this.#nextSequence)
    const group = this.#cursor?.group ?? next
    if (group === undefined || newest === undefined || group === newest || this.#isEnded) return
    const frame = this.#cursor?.frame ?? 0
    if (!this.track.isKept(group) || this.#isFarBehind(group, frame, newest)) this.#skipTo(newest)
  }

  /** Sends what the viewer has not received and can take. Throws MoqError when the viewer allows too little for a reply. */
  send(): void {
    while (!this.#isEnded && this.#connection.queuedBytes < this.#limits.maxQueuedBytes) {
      const cursor = this.#cursor ?? this.#begin()
      if (cursor === undefined) return
      if (!this.#sendGroup(cursor)) return
    }
  }

  /** Ends at the viewer's wish. */
  cancel(): void {
    if (this.#isEnded) return
    if (this.#cursor?.stream) this.#connection.reset(this.#cursor.stream, resetCodes.cancelled)
    this.#end()
  }

  #begin(): Cursor | undefined {
    const group = this.#nextGroup()
    const isPastEnd = (group?.sequence ?? this.#nextSequence ?? 0) > (this.#range.endGroup ?? Number.POSITIVE_INFINITY)
    if (isPastEnd || (group === undefined && this.track.hasEnded)) {
      this.#reply(subscribeEnd(this.track.nextSequence))
      this.#end()
      return undefined
    }
    if (group === undefined) return undefined
    if (!this.#hasStarted) this.#reply(subscribeStart(group.sequence))
    this.#hasStarted = true
    this.#cursor = { group, stream: undefined, frame: 0, sentBytes: 0, firstHead: undefined }
    this.#nextSequence = group.sequence + 1
    return this.#cursor
  }

  /** The newest group at first, then each that follows. A group that is only kept in part cannot be begun. */
  #nextGroup(): Group | undefined {
    const { startGroup } = this.#range
    if (this.#nextSequence !== undefined) {
      const group = this.track.groupFrom(this.#nextSequence)
      return group?.isWhole ? group : undefined
    }
    const { newest } = this.track
    if (startGroup === undefined || newest === undefined) return newest
    return this.track.groupFrom(startGroup)
  }

  /** Sends what is left of the group. False when the viewer cannot take more, or there is no more yet. */
  #sendGroup(cursor: Cursor): boolean {
    const { group } = cursor
    while (this.#connection.queuedBytes < this.#limits.maxQueuedBytes) {
      if (group.isDropped(cursor.frame)) return this.#leaveGroup(cursor)
      const frame = group.encodedFrame(cursor.frame)
      if (frame === undefined) return group.isComplete && this.#leaveGroup(cursor)
      cursor.stream ??= this.#connection.openUni()
      if (cursor.stream === undefined) return false
      // The viewer has stopped reading this group.
      if (!cursor.stream.isOpen) return this.#leaveGroup(cursor)
      const head = cursor.frame === 0 ? this.#firstHead(cursor, frame.head) : frame.head
      const sent = this.#connection.sendPart(cursor.stream, head, frame.data, cursor.sentBytes)
      if (sent === 0) return false
      this.#hasSentSinceSkip = true
      cursor.sentBytes += sent
      if (cursor.sentBytes === head.length + frame.data.length) {
        cursor.frame += 1
        cursor.sentBytes = 0
      }
    }
    return false
  }

  /** A group's stream begins with the subscription's id, which differs between viewers. */
  #firstHead(cursor: Cursor, frameHead: Uint8Array): Uint8Array {
    cursor.firstHead ??= new Uint8Array(Buffer.concat([groupHead(this.#id, cursor.group.sequence), frameHead]))
    return cursor.firstHead
  }

  #leaveGroup({ group, stream, frame }: Cursor): true {
    this.#cursor = undefined
    if (stream === undefined) return true
    if (frame === group.frameCount) this.#connection.finish(stream)
    else this.#connection.reset(stream, resetCodes.skipped)
    return true
  }

  /** `frame` is the first frame of the group that was not sent. */
  #isFarBehind(group: Group, frame: number, newest: Group): boolean {
    const unsentUs = group.timestampUs(frame) ?? this.track.groupFrom(group.sequence + 1)?.startUs ?? newest.startUs
    const behindUs = newest.startUs - unsentUs
    return (
      behindUs > this.#limits.maxBehindMs * 1000 || this.track.bytesFrom(group, frame) > this.#limits.maxBehindBytes
    )
  }

  #skipTo(group: Group): void {
    if (this.#cursor?.stream) this.#connection.reset(this.#cursor.stream, resetCodes.skipped)
    this.#cursor = undefined
    this.#nextSequence = group.sequence
    this.#countSkip(group.startUs)
  }

  /** A viewer that reads nothing at all is not slow but away, for as long as the idle timeout lets it. */
  #countSkip(atUs: number): void {
    if (!this.#hasSentSinceSkip) return
    this.#hasSentSinceSkip = false
    const sinceUs = atUs - this.#limits.skipPeriodMs * 1000
    this.#skippedAtUs = [...this.#skippedAtUs.filter((skippedUs) => skippedUs > sinceUs), atUs]
  }

  #reply(message: Uint8Array): void {
    const { reply } = this.stream
    if (reply) this.#connection.sendWhole(reply, message)
  }

  #end(): void {
    this.#isEnded = true
    this.#cursor = undefined
    this.track.unsubscribe(this)
    if (this.stream.reply) this.#connection.finish(this.stream.reply)
  }
}
