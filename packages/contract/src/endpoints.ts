import { z } from 'zod'
import { channelEndpoints } from './channels/endpoints.ts'
import { chatEndpoints } from './chat/endpoints.ts'
import { embedEndpoints } from './embed/endpoints.ts'
import type { ErrorCode } from './errors.ts'
import { epochMs, username } from './fields.ts'
import { followEndpoints } from './follows/endpoints.ts'
import { hiveEndpoints } from './hive/endpoints.ts'
import { limits } from './limits.ts'
import { streamIdPattern } from './names.ts'
import { overlayEndpoints } from './overlay/endpoints.ts'
import type { EndpointName } from './routes.ts'
import { statsEndpoints } from './stats/endpoints.ts'
import { webhookEndpoints } from './webhooks/endpoints.ts'

/** How long an answer may be stored, and by whom: the value of `cache-control` (RFC 9111 section 5.2.2). */
export type CachePolicy = 'no-store' | 'no-cache' | `public, max-age=${number}${'' | ', immutable'}`

/** One call of the API as data: the server routes by it, the browser is typed by it, OpenAPI is generated from it. */
export interface Endpoint {
  summary: string
  /** Who may call: anyone; a session's bearer; the bearer of an HLS token in the query. */
  auth: 'none' | 'session' | 'hls-token'
  /** Of the answer; without it the answer says nothing. A refusal is always 'no-store'. */
  cache?: CachePolicy
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** The JSON answer, or 'bytes' for a binary one. */
  response: z.ZodType | 'bytes'
  errors: readonly ErrorCode[]
}

const streamId = z.string().regex(streamIdPattern).meta({ example: 'k3f9x2m7q1w8e5r4t6y0' })
const byUsername = z.object({ username })
const byStreamId = z.object({ streamId })

export const site = z.object({
  name: z.string(),
  publicUrl: z.string(),
  rtmpUrl: z.string().meta({ description: 'Server address for the encoder, without the stream key' }),
  hive: z.enum(['sandbox', 'mainnet']),
  posterAccount: z.string(),
  tips: z.boolean().meta({ description: 'Viewers may send tips' }),
  avatarUrl: z.string().meta({ description: 'Address of an avatar; {username} is to be filled in' }),
  adUrl: z.string().meta({ description: 'Address of the page in the advertisement frames' }),
})

export const profile = z.object({ username: z.string(), avatar: z.string() })

/** A row of the listing (spec section 3, 'Active stream'). */
export const activeStream = z.object({
  id: z.string(),
  username: z.string(),
  title: z.string(),
  avatar: z.string(),
  thumbnail: z.string().nullable(),
  viewers: z.int(),
  category: z.string().nullable(),
  isLive: z.boolean(),
  isReconnecting: z.boolean().meta({ description: 'The encoder is away and may return' }),
  streamPath: z.string(),
  startTime: epochMs,
  description: z.string(),
  language: z.string().nullable(),
  tags: z.array(z.string()),
})

/** Everything the watch page shows of a channel's stream, live or not (spec section 3, 'Stream info'). */
export const streamInfo = z.object({
  id: z.string().nullable(),
  streamId: z.string().nullable(),
  username: z.string(),
  title: z.string(),
  description: z.string(),
  isLive: z.boolean(),
  isReconnecting: z.boolean(),
  viewers: z.int(),
  category: z.string(),
  language: z.string().nullable(),
  tags: z.array(z.string()),
  thumbnail: z.string().nullable(),
  startTime: epochMs.nullable(),
  lastBroadcast: z
    .object({ title: z.string(), startTime: epochMs, endTime: epochMs })
    .nullable()
    .meta({ description: 'The newest one that is over, while the channel is offline' }),
  streamPath: z.string().nullable(),
  permlink: z.string().nullable(),
})

const hlsToken = z.object({ token: z.string(), expiresAt: epochMs })

export const endpoints = {
  getSite: {
    summary: 'What this site is and where to broadcast to',
    auth: 'none',
    cache: 'public, max-age=60',
    response: site,
    errors: [],
  },
  getChallenge: {
    summary: 'A sentence to sign with the wallet',
    auth: 'none',
    cache: 'no-store',
    query: z.object({
      purpose: z.enum(['login', 'stream-key']).default('login'),
      username: username.optional(),
      bind: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .optional()
        .meta({ description: 'base64url(SHA-256(verifier)): binds the challenge to the page that asked for it' }),
    }),
    response: z.object({ challenge: z.string().max(limits.challengeMaxLength) }),
    errors: ['rate_limited'],
  },
  signIn: {
    summary: 'Exchange a signed challenge for a session',
    auth: 'none',
    cache: 'no-store',
    body: z.object({
      username: z.string().max(64),
      challenge: z.string().max(limits.challengeMaxLength),
      signature: z.string().max(200),
      method: z.string().max(20).default('keychain'),
      verifier: z.string().max(64).optional(),
    }),
    response: z.object({ success: z.literal(true), token: z.string(), profile }),
    errors: [
      'invalid_username',
      'unsupported_method',
      'challenge_invalid',
      'challenge_expired',
      'challenge_used',
      'signature_invalid',
      'hive_unavailable',
      'rate_limited',
    ],
  },
  verifySession: {
    summary: 'Is this session still good?',
    auth: 'session',
    response: z.object({ success: z.literal(true), username: z.string() }),
    errors: ['authentication_required', 'session_invalid'],
  },
  signOut: {
    summary: 'End this session',
    auth: 'none',
    response: z.object({ success: z.literal(true) }),
    errors: [],
  },
  createStreamKey: {
    summary: 'A new stream key, shown once; the former one stops working and its broadcast is cut',
    auth: 'session',
    cache: 'no-store',
    body: z.object({
      username: z.string().max(64),
      challenge: z.string().max(limits.challengeMaxLength),
      signature: z.string().max(200),
      verifier: z.string().max(64).optional(),
    }),
    response: z.object({ streamKey: z.string(), rtmpUrl: z.string() }),
    errors: [
      'authentication_required',
      'session_invalid',
      'not_your_account',
      'challenge_invalid',
      'challenge_expired',
      'challenge_used',
      'signature_invalid',
      'hive_unavailable',
      'rate_limited',
    ],
  },
  listStreams: {
    summary: 'All live streams, the most watched first',
    auth: 'none',
    response: z.object({ streams: z.array(activeStream) }),
    errors: [],
  },
  getStream: {
    summary: 'A stream by its id',
    auth: 'none',
    params: byStreamId,
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
    summary: 'The id of the stream a channel is live with',
    auth: 'none',
    params: byUsername,
    query: z.object({ type: z.literal('hiveAccount').optional() }),
    response: z.object({ streamId: z.string() }),
    errors: ['invalid_username', 'stream_not_found'],
  },
  createHlsToken: {
    summary:
      'A token that opens the keys of one stream for an hour. With the session of its owner, it counts as no viewer',
    auth: 'none',
    cache: 'no-store',
    params: byStreamId,
    response: hlsToken,
    errors: ['stream_not_found', 'rate_limited'],
  },
  refreshHlsToken: {
    summary: 'A later token for the same viewer of the same stream',
    auth: 'none',
    cache: 'no-store',
    body: z.object({ token: z.string().max(200) }),
    response: hlsToken,
    errors: ['hls_token_invalid', 'hls_token_expired', 'stream_not_found', 'rate_limited'],
  },
  leaveStream: {
    summary: 'The viewer of this token has stopped watching; fetching another key takes it back',
    auth: 'none',
    body: z.object({ token: z.string().max(200) }),
    response: z.object({ success: z.literal(true) }),
    errors: ['hls_token_invalid', 'hls_token_expired', 'rate_limited'],
  },
  getHlsKey: {
    summary: "The 16 bytes that open a stream's segments",
    auth: 'hls-token',
    cache: 'no-store',
    params: z.object({ streamId, keyNumber: z.string().regex(/^\d{1,12}$/) }),
    query: z.object({ token: z.string().max(200).optional() }),
    response: 'bytes',
    errors: ['hls_token_required', 'hls_token_expired', 'hls_token_invalid', 'not_found'],
  },
  ...channelEndpoints,
  ...embedEndpoints,
  ...followEndpoints,
  ...statsEndpoints,
  ...hiveEndpoints,
  ...overlayEndpoints,
  ...webhookEndpoints,
  ...chatEndpoints,
} as const satisfies Record<EndpointName, Endpoint>

export type Endpoints = typeof endpoints

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Part<Name extends EndpointName, Key extends string> =
  Endpoints[Name] extends Record<Key, infer Schema> ? Schema : undefined

/** What a handler receives. */
export type Params<Name extends EndpointName> = Parsed<Part<Name, 'params'>>
export type Query<Name extends EndpointName> = Parsed<Part<Name, 'query'>>
export type Body<Name extends EndpointName> = Parsed<Part<Name, 'body'>>
/** What a caller sends. */
export type SentParams<Name extends EndpointName> = Sent<Part<Name, 'params'>>
export type SentQuery<Name extends EndpointName> = Sent<Part<Name, 'query'>>
export type SentBody<Name extends EndpointName> = Sent<Part<Name, 'body'>>
export type Answer<Name extends EndpointName> = Endpoints[Name]['response'] extends z.ZodType
  ? z.output<Endpoints[Name]['response']>
  : Uint8Array

export type ActiveStream = z.output<typeof activeStream>
export type StreamInfo = z.output<typeof streamInfo>
export type { Channel } from './channels/endpoints.ts'
export type Profile = z.output<typeof profile>
export type Site = z.output<typeof site>
