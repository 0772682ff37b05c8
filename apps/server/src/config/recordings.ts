import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../lib/startup/config-error.ts'
import { parseOrigin } from './config-values.ts'
import type { Environment } from './environment.ts'

export type RecordingStoreSettings =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      /** Scheme, host and port. */
      endpoint: string
      bucket: string
      /** Empty, or it ends with a slash. */
      prefix: string
      region: string
      accessKeyId: string
      secretAccessKey: string
    }

/** Whether and where broadcasts are recorded. */
export type RecordingSettings =
  | 'off'
  | {
      /** How far viewers can rewind a live broadcast. */
      rewindHours: number
      /** How long replays are kept. */
      keepDays: number
      /** The size of all recordings, and of those of one channel. Undefined: as the disk or the store has room. */
      maxBytes: number | undefined
      maxBytesPerChannel: number | undefined
      store: RecordingStoreSettings
      /** The address of a cache in front of the store, without a slash at its end; undefined where players ask this site. */
      publicUrl: string | undefined
    }

const defaultRewindHours = 6
const defaultKeepDays = 14
const gibibyte = 1024 ** 3

/**
 * A site records by default where one process has all of it. Several processes need a store that all of them reach, so they record once
 * that is named. Throws ConfigError when the settings contradict each other.
 */
export function toRecordings(env: Environment): RecordingSettings {
  const { recordingsUrl, recordingsPublicUrl, replayDays, replayGib, channelReplayGib } = env
  const needsUrl = env.databaseUrl !== undefined && env.redisUrl !== undefined && recordingsUrl === undefined
  const rewindHours = env.rewindHours ?? (needsUrl ? 0 : defaultRewindHours)
  if (rewindHours === 0) {
    const given = {
      WAGGLE_RECORDINGS_URL: recordingsUrl,
      WAGGLE_RECORDINGS_PUBLIC_URL: recordingsPublicUrl,
      WAGGLE_REPLAY_DAYS: replayDays,
      WAGGLE_REPLAY_GIB: replayGib,
      WAGGLE_REPLAY_GIB_PER_CHANNEL: channelReplayGib,
    }
    const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
    if (name === undefined) return 'off'
    const cause = needsUrl
      ? 'the site has several processes: set WAGGLE_RECORDINGS_URL to a place that all of them reach'
      : 'WAGGLE_REWIND_HOURS is 0: set it to more, or remove it'
    throw new ConfigError(`${name} is set, but nothing is recorded, because ${cause}.`)
  }
  if (needsUrl) {
    throw new ConfigError(
      'WAGGLE_REWIND_HOURS is set, and the site has several processes: set WAGGLE_RECORDINGS_URL to a place that all of them reach.',
    )
  }
  const publicUrl = recordingsPublicUrl && toPublicUrl(recordingsPublicUrl)
  const bounds = {
    rewindHours,
    keepDays: replayDays ?? defaultKeepDays,
    maxBytes: replayGib && replayGib * gibibyte,
    maxBytesPerChannel: channelReplayGib && channelReplayGib * gibibyte,
  }
  if (recordingsUrl?.protocol === 's3:')
    return { ...bounds, publicUrl, store: toBucket('WAGGLE_RECORDINGS_URL', recordingsUrl, env) }
  const folder = recordingsUrl
    ? toFolder(recordingsUrl)
    : join(resolve(env.dataDir ?? './data'), 'recordings', 'stored')
  return { ...bounds, publicUrl, store: { kind: 'folder', folder } }
}

function toPublicUrl(url: URL): string {
  if (url.search || url.hash || url.username) {
    throw new ConfigError(
      'WAGGLE_RECORDINGS_PUBLIC_URL must be an address without a query, such as https://cdn.example/recordings.',
    )
  }
  return url.href.replace(/\/$/, '')
}

function toFolder(url: URL): string {
  if (url.host !== '' || url.search || url.hash) {
    throw new ConfigError('WAGGLE_RECORDINGS_URL must name a folder of this machine, such as file:///srv/recordings.')
  }
  return fileURLToPath(url)
}

/** `s3://bucket/prefix?region=eu-central-1`, and `endpoint` for any store but Amazon's. `name` is what the address is called in errors. */
export function toBucket(
  name: string,
  url: URL,
  { s3AccessKeyId, s3SecretAccessKey }: Pick<Environment, 's3AccessKeyId' | 's3SecretAccessKey'>,
): Extract<RecordingStoreSettings, { kind: 's3' }> {
  const { host: bucket, pathname, searchParams } = url
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const path = pathname.replaceAll(/^\/+|\/+$/g, '')
  const isUnderstood =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && /^[A-Za-z0-9/_.-]*$/.test(path) && /^[a-z0-9-]+$/.test(region)
  if (!isUnderstood || url.username || url.hash) {
    throw new ConfigError(
      `${name} must be such as s3://bucket/folder?region=eu-central-1&endpoint=https://s3.example (the endpoint only for stores other than Amazon S3).`,
    )
  }
  const { origin } = parseOrigin(`The endpoint in ${name}`, endpoint, 'https://s3.example')
  if (!s3AccessKeyId || !s3SecretAccessKey) {
    throw new ConfigError(
      `${name} names a bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to a key that may read, write and delete objects there.`,
    )
  }
  return {
    ...{ kind: 's3', endpoint: origin, bucket, prefix: path === '' ? '' : `${path}/`, region },
    ...{ accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey },
  }
}
