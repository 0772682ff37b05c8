import { randomInt } from 'node:crypto'
import { concat } from '../wire/concat.ts'
import { encodeVarints } from '../wire/varint.ts'
import { message, text } from './fields.ts'
import { dataTypes } from './stream-types.ts'

/** The draft allows 0, for no identity; clients before @moq/net 0.3 do not. */
const origin = randomInt(1, 2 ** 47)

/** The properties of a track, which never change. */
export interface TrackInfo {
  /** The higher is sent first, 0 to 255. */
  priority: number
  /** How long a group that is not the newest may be kept, in milliseconds. */
  latencyMaxMs: number
  /** Units per second of the timestamps of frames. */
  timescale: number
  /** True for audio and video, which are in hang's "legacy" container. */
  isMedia: boolean
  /** How long a frame may wait for one of another track, so that both leave in one write, in milliseconds. */
  mayWaitMs: number
}

/** ANNOUNCE_OK: the id of this server, by which a cluster finds loops, and how many announcements follow at once. */
export function announceOk(active: number): Uint8Array {
  return message(encodeVarints(origin, active))
}

/** ANNOUNCE_BROADCAST: a broadcast below the requested path begins or has ended. It came through no other server. */
export function announcement(isActive: boolean, suffix: string): Uint8Array {
  return message(concat(Uint8Array.of(isActive ? 1 : 0), text(suffix), encodeVarints(0)))
}

/** TRACK_INFO. */
export function trackInfo({ priority, latencyMaxMs, timescale }: TrackInfo): Uint8Array {
  return message(concat(Uint8Array.of(priority, 0), encodeVarints(latencyMaxMs, timescale)))
}

/** SUBSCRIBE_START: no group before this one follows. */
export function subscribeStart(group: number): Uint8Array {
  return concat(encodeVarints(0), message(encodeVarints(group)))
}

/** SUBSCRIBE_END: this group and those after it will never exist. */
export function subscribeEnd(group: number): Uint8Array {
  return concat(encodeVarints(1), message(encodeVarints(group)))
}

/** The beginning of a stream with one direction: GROUP. Frames follow. */
export function groupHead(subscriptionId: number, sequence: number): Uint8Array {
  return concat(encodeVarints(dataTypes.group), message(encodeVarints(subscriptionId, sequence)))
}

/**
 * What stands before the data of a frame: the step of the timestamp since the group's previous frame, and the size. With `isMedia`, the
 * data is in hang's "legacy" container and has its timestamp in microseconds before it.
 */
export function frameHead(stepUs: number, timestampUs: number, dataBytes: number, isMedia: boolean): Uint8Array {
  const container = isMedia ? encodeVarints(timestampUs) : new Uint8Array(0)
  return concat(encodeVarints(zigzag(stepUs), container.length + dataBytes), container)
}

/** Signed numbers as unsigned ones: 0, -1, 1, -2 become 0, 1, 2, 3. */
function zigzag(value: number): number {
  return value >= 0 ? 2 * value : -2 * value - 1
}
