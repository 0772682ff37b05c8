import type { z } from 'zod'
import { admissionEndpoints } from './admission/endpoints.ts'
import { memberEndpoints } from './admission/member-endpoints.ts'
import { authEndpoints } from './auth/endpoints.ts'
import { channelEndpoints } from './channels/endpoints.ts'
import { panelEndpoints } from './channels/panel-endpoints.ts'
import { scheduleEndpoints } from './channels/schedule-endpoints.ts'
import { chatEndpoints } from './chat/endpoints.ts'
import { clipEndpoints } from './clips/endpoints.ts'
import { egressEndpoints } from './egress/endpoints.ts'
import { embedEndpoints } from './embed/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { followEndpoints } from './follows/endpoints.ts'
import { hiveEndpoints } from './hive/endpoints.ts'
import { appealEndpoints } from './operating/appeal-endpoints.ts'
import { operatingEndpoints } from './operating/endpoints.ts'
import { previewEndpoints } from './operating/preview-endpoints.ts'
import { reportEndpoints } from './operating/report-endpoints.ts'
import { reviewEndpoints } from './operating/review-endpoints.ts'
import { settingEndpoints } from './operating/setting-endpoints.ts'
import { overlayEndpoints } from './overlay/endpoints.ts'
import { playbackEndpoints } from './playback/endpoints.ts'
import { privacyEndpoints } from './privacy/endpoints.ts'
import { pushEndpoints } from './push/endpoints.ts'
import { chapterEndpoints } from './replays/chapter-endpoints.ts'
import { replayEndpoints } from './replays/endpoints.ts'
import type { EndpointName } from './routes.ts'
import { siteEndpoints } from './site/endpoints.ts'
import { siteHealthEndpoints } from './site-health/endpoints.ts'
import { statsEndpoints } from './stats/endpoints.ts'
import { streamEndpoints } from './streams/endpoints.ts'
import { webhookEndpoints } from './webhooks/endpoints.ts'

/** Every call of the API. A domain's folder holds its own; this list checks their form. */
export const endpoints = {
  ...siteEndpoints,
  ...authEndpoints,
  ...streamEndpoints,
  ...playbackEndpoints,
  ...privacyEndpoints,
  ...pushEndpoints,
  ...replayEndpoints,
  ...chapterEndpoints,
  ...clipEndpoints,
  ...channelEndpoints,
  ...panelEndpoints,
  ...scheduleEndpoints,
  ...egressEndpoints,
  ...embedEndpoints,
  ...followEndpoints,
  ...statsEndpoints,
  ...hiveEndpoints,
  ...operatingEndpoints,
  ...previewEndpoints,
  ...reportEndpoints,
  ...settingEndpoints,
  ...reviewEndpoints,
  ...appealEndpoints,
  ...admissionEndpoints,
  ...memberEndpoints,
  ...siteHealthEndpoints,
  ...overlayEndpoints,
  ...webhookEndpoints,
  ...chatEndpoints,
} as const satisfies Record<EndpointName, Endpoint>

type Endpoints = typeof endpoints

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

export type { Profile, Restriction, Session } from './auth/endpoints.ts'
export type { Channel } from './channels/endpoints.ts'
export type { CachePolicy, Endpoint } from './endpoint.ts'
export type { Site } from './site/endpoints.ts'
export type { ActiveStream, RecentChannel, StreamInfo } from './streams/endpoints.ts'
