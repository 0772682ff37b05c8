import { z } from 'zod'
import { epochMs, streamId, username } from '../fields.ts'
import { actionReasons } from '../operating/actions.ts'

/** An entry in the list of active streams (rule STREAM-1). */
const activeStream = z.object({
  id: z.string(),
  username: z.string(),
  title: z.string(),
  avatar: z.string(),
  thumbnail: z.string().nullable(),
  viewers: z.int(),
  category: z.string().nullable(),
  isLive: z.boolean(),
  isReconnecting: z.boolean().meta({ description: 'The encoder has disconnected and may return' }),
  isStopped: z.boolean().meta({ description: 'It has disconnected because the streamer stopped it' }),
  streamPath: z.string(),
  startTime: epochMs,
  description: z.string(),
  language: z.string().nullable(),
  tags: z.array(z.string()),
})

/** Everything that the watch page shows of a channel's stream, live or not (rule STREAM-2). */
const streamInfo = z.object({
  id: z.string().nullable(),
  streamId: z.string().nullable(),
  username: z.string(),
  channelExists: z.boolean().meta({ description: 'False where Hive has no account of this name' }),
  title: z.string(),
  description: z.string(),
  isLive: z.boolean(),
  isReconnecting: z.boolean(),
  isStopped: z.boolean(),
  viewers: z.int(),
  category: z.string(),
  language: z.string().nullable(),
  tags: z.array(z.string()),
  thumbnail: z.string().nullable(),
  startTime: epochMs.nullable(),
  recordedSince: epochMs
    .nullable()
    .meta({ description: 'From when on viewers can rewind it; null while it is not live or not recorded' }),
  lastBroadcast: z
    .object({ title: z.string(), startTime: epochMs, endTime: epochMs })
    .nullable()
    .meta({ description: 'The latest ended broadcast, while the channel is offline' }),
  nextBroadcast: epochMs
    .nullable()
    .meta({ description: 'When the channel says that it will be live next, while it is offline' }),
  suspension: z
    .object({ reason: z.enum(actionReasons), until: epochMs.nullable() })
    .nullable()
    .meta({ description: 'Why the people who run the site do not let it broadcast now, and until when' }),
  streamPath: z.string().nullable(),
  permlink: z.string().nullable(),
})

/** A channel that streamed lately and is not live now (rule HOME-5). */
const recentChannel = z.object({
  username: z.string(),
  avatar: z.string(),
  title: z.string(),
  category: z.string().nullable(),
  endTime: epochMs.meta({ description: 'When the latest broadcast ended' }),
  nextBroadcast: epochMs.nullable().meta({ description: 'When the channel says that it will be live next' }),
  picturePath: z
    .string()
    .nullable()
    .meta({ description: 'The path of a picture of it, about 640x360; null where it cannot be watched any more' }),
})

const byUsername = z.object({ username })

/** Active streams and a channel's stream (rules API-5 and API-6). */
export const streamEndpoints = {
  listStreams: {
    summary: 'All active streams, the most watched first',
    auth: 'none',
    response: z.object({ streams: z.array(activeStream) }),
    errors: [],
  },
  listRecentChannels: {
    summary: 'Channels that streamed during the last 30 days and are not live, the latest first',
    auth: 'none',
    response: z.object({ channels: z.array(recentChannel) }),
    errors: [],
  },
  getStream: {
    summary: 'A stream by its id',
    auth: 'none',
    params: z.object({ streamId }),
    response: streamInfo,
    errors: ['stream_not_found'],
  },
  getStreamByUser: {
    summary: "A channel's stream, live or not",
    auth: 'none',
    params: byUsername,
    response: streamInfo,
    errors: ['invalid_username'],
  },
  getStreamPath: {
    summary: 'The id of the active stream of a channel',
    auth: 'none',
    params: byUsername,
    query: z.object({ type: z.literal('hiveAccount').optional() }),
    response: z.object({ streamId: z.string() }),
    errors: ['invalid_username', 'stream_not_found'],
  },
} as const

export type ActiveStream = z.output<typeof activeStream>
export type RecentChannel = z.output<typeof recentChannel>
/** What a recorded broadcast was about. */
export const broadcastAbout = streamInfo
  .pick({ category: true, language: true, tags: true, description: true })
  .nullable()
  .meta({
    description:
      'What its channel said last of the broadcast while it was live; the description is empty where there was none. Null where it was not kept: of broadcasts of a few seconds and of earlier releases',
  })

export type StreamInfo = z.output<typeof streamInfo>
