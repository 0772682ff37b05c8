import type { ByteReader } from '../wire/byte-reader.ts'
import { MoqError } from '../wire/moq-error.ts'
import { maxVarint } from '../wire/varint.ts'

const maxPathParts = 32

export interface TrackRequest {
  broadcast: string
  track: string
}

/** What a viewer may change about a subscription. */
export interface SubscriptionRange {
  /** The higher is sent first, 0 to 255. */
  priority: number
  /** The first group wanted; undefined for the newest. */
  startGroup: number | undefined
  /** The last group wanted; undefined for all that follow. */
  endGroup: number | undefined
}

export interface SubscribeRequest extends TrackRequest, SubscriptionRange {
  id: number
}

/** ANNOUNCE_REQUEST: the viewer wants to know which broadcasts there are below a path. */
export function readAnnounceRequest(reader: ByteReader): { prefix: string } {
  const prefix = readPath(reader)
  // The viewer's own id in a cluster, through which announcements must not have come. Ours come from nowhere else.
  reader.longVarint()
  reader.end()
  return { prefix }
}

/** TRACK: the viewer wants the properties of a track. */
export function readTrackRequest(reader: ByteReader): TrackRequest {
  const request = { broadcast: readPath(reader), track: reader.text() }
  reader.end()
  return request
}

/** SUBSCRIBE. */
export function readSubscribe(reader: ByteReader): SubscribeRequest {
  const id = reader.varint()
  if (id === maxVarint) throw new MoqError('a subscription id is too large')
  const broadcast = readPath(reader)
  const track = reader.text()
  return { id, broadcast, track, ...readRange(reader) }
}

/** SUBSCRIBE_UPDATE. */
export function readSubscribeUpdate(reader: ByteReader): SubscriptionRange {
  return readRange(reader)
}

function readRange(reader: ByteReader): SubscriptionRange {
  const priority = reader.byte()
  // Whether groups are to arrive in order, which they do in a WebSocket, and how old they may be, which the limits decide.
  reader.flag()
  reader.varint()
  const startGroup = readOptional(reader)
  const endGroup = readOptional(reader)
  reader.end()
  return { priority, startGroup, endGroup }
}

/** 0 stands for none, and every number is one higher than meant. */
function readOptional(reader: ByteReader): number | undefined {
  const value = reader.varint()
  return value === 0 ? undefined : value - 1
}

/** Parts between slashes; additional slashes mean nothing. */
function readPath(reader: ByteReader): string {
  const parts = reader.text().split('/').filter(Boolean)
  if (parts.length > maxPathParts) throw new MoqError('a path has too many parts')
  return parts.join('/')
}
