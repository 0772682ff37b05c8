import { replayLimits } from '@waggle/contract/replays/limits'
import { type SiteLanguage, siteLanguages } from '@waggle/contract/site/settings'
import { type LogFormat, logFormats } from '../lib/log.ts'
import { trustProxies } from '../lib/network/trusted-proxies.ts'
import { ConfigError } from '../lib/startup/config-error.ts'
import {
  type Env,
  readAddress,
  readCount,
  readHost,
  readList,
  readOneOf,
  readPort,
  readSwitch,
} from './config-values.ts'

export const roleNames = ['core', 'media', 'chat'] as const
export type Role = (typeof roleNames)[number]

/** What operators are told in: the first language of the site, or one of those that the program speaks. */
export type AlertLanguage = 'site' | SiteLanguage
const alertLanguages: readonly [AlertLanguage, ...AlertLanguage[]] = [
  'site',
  ...(Object.keys(siteLanguages) as SiteLanguage[]),
]

/** The settings one by one, as README.md lists them, undefined where they are not set. config.ts decides whether they fit together. */
export interface Environment {
  log: LogFormat
  isProduction: boolean
  httpHost: string | undefined
  httpPort: number | undefined
  rtmpHost: string | undefined
  rtmpPort: number | undefined
  rtmpsPort: number | undefined
  rtmpsCertFile: string | undefined
  rtmpsKeyFile: string | undefined
  metricsHost: string | undefined
  metricsPort: number | undefined
  publicUrl: string | undefined
  rtmpUrl: string | undefined
  nodeUrl: string | undefined
  trustedProxies: string[]
  dataDir: string | undefined
  databaseUrl: string | undefined
  redisUrl: string | undefined
  chain: 'sandbox' | 'mainnet'
  hiveNodes: string[] | undefined
  operators: string[]
  posterAccount: string | undefined
  posterKey: string | undefined
  posterKeyFile: string | undefined
  roles: Role[]
  transcode: string | undefined
  realTime: string | undefined
  moqRelay: URL | undefined
  edges: string[]
  sampleStream: boolean
  alertWebhook: URL | undefined
  alertWebhookSecret: string | undefined
  alertMail: string[]
  alertLanguage: AlertLanguage
  smtpUrl: URL | undefined
  mailFrom: string | undefined
  tips: boolean
  webhooks: '0' | '1' | 'loopback'
  push: '0' | '1' | 'loopback'
  adUrl: URL | undefined
  chatDays: number | undefined
  egressBudget: string[]
  egressPrice: string | undefined
  egressShares: string[]
  edgeSecret: string | undefined
  keepAddressesDays: number | undefined
  actionLogDays: number | undefined
  rewindHours: number | undefined
  replayDays: number | undefined
  replayGib: number | undefined
  channelReplayGib: number | undefined
  recordingsUrl: URL | undefined
  recordingsPublicUrl: URL | undefined
  s3AccessKeyId: string | undefined
  s3SecretAccessKey: string | undefined
}

const settingNames = new Set([
  'WAGGLE_HTTP_PORT',
  'WAGGLE_HTTP_HOST',
  'WAGGLE_RTMP_PORT',
  'WAGGLE_RTMP_HOST',
  'WAGGLE_RTMPS_PORT',
  'WAGGLE_RTMPS_CERT_FILE',
  'WAGGLE_RTMPS_KEY_FILE',
  'WAGGLE_PUBLIC_URL',
  'WAGGLE_RTMP_URL',
  'WAGGLE_DATA_DIR',
  'WAGGLE_HIVE',
  'WAGGLE_HIVE_NODES',
  'WAGGLE_OPERATORS',
  'WAGGLE_POSTER_ACCOUNT',
  'WAGGLE_POSTER_KEY',
  'WAGGLE_POSTER_KEY_FILE',
  'WAGGLE_ROLES',
  'WAGGLE_NODE_URL',
  'WAGGLE_TRUSTED_PROXIES',
  'WAGGLE_TRANSCODE',
  'WAGGLE_REALTIME',
  'WAGGLE_MOQ_RELAY',
  'WAGGLE_LOG',
  'WAGGLE_ALERT_WEBHOOK',
  'WAGGLE_ALERT_WEBHOOK_SECRET',
  'WAGGLE_ALERT_LANGUAGE',
  'WAGGLE_ALERT_MAIL',
  'WAGGLE_SMTP_URL',
  'WAGGLE_MAIL_FROM',
  'WAGGLE_EDGES',
  'WAGGLE_METRICS_HOST',
  'WAGGLE_METRICS_PORT',
  'WAGGLE_SAMPLE_STREAM',
  'WAGGLE_TIPS',
  'WAGGLE_WEBHOOKS',
  'WAGGLE_PUSH',
  'WAGGLE_AD_URL',
  'WAGGLE_CHAT_DAYS',
  'WAGGLE_EGRESS_BUDGET',
  'WAGGLE_EGRESS_PRICE',
  'WAGGLE_EGRESS_SHARES',
  'WAGGLE_EDGE_SECRET',
  'WAGGLE_KEEP_ADDRESSES_DAYS',
  'WAGGLE_ACTION_LOG_DAYS',
  'WAGGLE_REWIND_HOURS',
  'WAGGLE_REPLAY_DAYS',
  'WAGGLE_REPLAY_GIB',
  'WAGGLE_REPLAY_GIB_PER_CHANNEL',
  'WAGGLE_RECORDINGS_URL',
  'WAGGLE_RECORDINGS_PUBLIC_URL',
  // Only commands use them (backup/archive/passphrase.ts).
  'WAGGLE_BACKUP_PASSPHRASE',
  'WAGGLE_BACKUP_PASSPHRASE_FILE',
])

/** Reads every setting for itself. Throws ConfigError on the first that is unknown or malformed. */
export function readEnvironment(env: Env, args: readonly string[]): Environment {
  refuseUnknownSettings(env, args)
  return {
    log: readLogFormat(env),
    isProduction: env.NODE_ENV === 'production',
    httpHost: readHost(env, 'WAGGLE_HTTP_HOST'),
    httpPort: readPort(env, 'WAGGLE_HTTP_PORT'),
    rtmpHost: readHost(env, 'WAGGLE_RTMP_HOST'),
    rtmpPort: readPort(env, 'WAGGLE_RTMP_PORT'),
    rtmpsPort: readPort(env, 'WAGGLE_RTMPS_PORT'),
    rtmpsCertFile: env.WAGGLE_RTMPS_CERT_FILE || undefined,
    rtmpsKeyFile: env.WAGGLE_RTMPS_KEY_FILE || undefined,
    metricsHost: readHost(env, 'WAGGLE_METRICS_HOST'),
    metricsPort: readPort(env, 'WAGGLE_METRICS_PORT'),
    publicUrl: env.WAGGLE_PUBLIC_URL || undefined,
    rtmpUrl: readRtmpUrl(env),
    nodeUrl: env.WAGGLE_NODE_URL || undefined,
    trustedProxies: readTrustedProxies(env),
    dataDir: env.WAGGLE_DATA_DIR || undefined,
    databaseUrl: readAddress(env, 'DATABASE_URL', ['postgres:', 'postgresql:']) && env.DATABASE_URL,
    redisUrl: readAddress(env, 'REDIS_URL', ['redis:', 'rediss:']) && env.REDIS_URL,
    chain: readOneOf(env, 'WAGGLE_HIVE', ['sandbox', 'mainnet']),
    hiveNodes: env.WAGGLE_HIVE_NODES ? readList(env, 'WAGGLE_HIVE_NODES') : undefined,
    operators: readList(env, 'WAGGLE_OPERATORS'),
    posterAccount: env.WAGGLE_POSTER_ACCOUNT || undefined,
    posterKey: env.WAGGLE_POSTER_KEY || undefined,
    posterKeyFile: env.WAGGLE_POSTER_KEY_FILE || undefined,
    roles: readRoles(env),
    transcode: env.WAGGLE_TRANSCODE || undefined,
    realTime: env.WAGGLE_REALTIME || undefined,
    moqRelay: readAddress(env, 'WAGGLE_MOQ_RELAY', ['https:', 'http:']),
    edges: readList(env, 'WAGGLE_EDGES'),
    sampleStream: args.includes('--sample-stream') || readSwitch(env, 'WAGGLE_SAMPLE_STREAM', '0'),
    alertWebhook: readAddress(env, 'WAGGLE_ALERT_WEBHOOK', ['https:', 'http:']),
    alertWebhookSecret: env.WAGGLE_ALERT_WEBHOOK_SECRET || undefined,
    alertMail: readList(env, 'WAGGLE_ALERT_MAIL'),
    alertLanguage: readOneOf(env, 'WAGGLE_ALERT_LANGUAGE', alertLanguages),
    smtpUrl: readAddress(env, 'WAGGLE_SMTP_URL', ['smtps:', 'smtp:']),
    mailFrom: env.WAGGLE_MAIL_FROM || undefined,
    tips: readSwitch(env, 'WAGGLE_TIPS', '1'),
    webhooks: readOneOf(env, 'WAGGLE_WEBHOOKS', ['0', '1', 'loopback'], 'use 1, 0 or loopback'),
    push: readOneOf(env, 'WAGGLE_PUSH', ['1', '0', 'loopback'], 'use 1, 0 or loopback'),
    adUrl: readAddress(env, 'WAGGLE_AD_URL', ['https:', 'http:']),
    chatDays: readCount(env, 'WAGGLE_CHAT_DAYS', { min: 1, max: 36_500 }),
    egressBudget: readList(env, 'WAGGLE_EGRESS_BUDGET'),
    egressPrice: env.WAGGLE_EGRESS_PRICE || undefined,
    egressShares: readList(env, 'WAGGLE_EGRESS_SHARES'),
    edgeSecret: env.WAGGLE_EDGE_SECRET || undefined,
    keepAddressesDays: readCount(env, 'WAGGLE_KEEP_ADDRESSES_DAYS', { min: 1, max: 365 }),
    actionLogDays: readCount(env, 'WAGGLE_ACTION_LOG_DAYS', { min: 30, max: 36_500 }),
    rewindHours: readCount(env, 'WAGGLE_REWIND_HOURS', { min: 0, max: 48 }),
    replayDays: readCount(env, 'WAGGLE_REPLAY_DAYS', { min: 1, max: replayLimits.keepDaysMax }),
    replayGib: readCount(env, 'WAGGLE_REPLAY_GIB', { min: 1, max: 1_000_000 }),
    channelReplayGib: readCount(env, 'WAGGLE_REPLAY_GIB_PER_CHANNEL', { min: 1, max: 1_000_000 }),
    recordingsUrl: readAddress(env, 'WAGGLE_RECORDINGS_URL', ['file:', 's3:']),
    recordingsPublicUrl: readAddress(env, 'WAGGLE_RECORDINGS_PUBLIC_URL', ['https:', 'http:']),
    s3AccessKeyId: env.AWS_ACCESS_KEY_ID || undefined,
    s3SecretAccessKey: env.AWS_SECRET_ACCESS_KEY || undefined,
  }
}

/** Known before the other settings are read, because what is wrong with them may be logged. */
export function readLogFormat(env: Env): LogFormat {
  return readOneOf(env, 'WAGGLE_LOG', logFormats, 'use json, text or auto')
}

function refuseUnknownSettings(env: Env, args: readonly string[]): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith('WAGGLE_') && !settingNames.has(name)) {
      throw new ConfigError(`${name} is not a setting of Waggle: see the table in README.md.`)
    }
  }
  const unknownArgument = args.find((argument) => argument !== '--sample-stream')
  if (unknownArgument) throw new ConfigError(`${unknownArgument} is not an option: the only one is --sample-stream.`)
}

function readRoles(env: Env): Role[] {
  const listed = (env.WAGGLE_ROLES || roleNames.join(',')).split(',').map((role) => role.trim())
  const unknown = listed.find((role) => !roleNames.includes(role as Role))
  if (unknown !== undefined)
    throw new ConfigError(`WAGGLE_ROLES names '${unknown}': the roles are ${roleNames.join(', ')}.`)
  return roleNames.filter((role) => listed.includes(role))
}

function readTrustedProxies(env: Env): string[] {
  const proxies = readList(env, 'WAGGLE_TRUSTED_PROXIES')
  try {
    trustProxies(proxies)
  } catch (error) {
    throw new ConfigError(
      `WAGGLE_TRUSTED_PROXIES names '${(error as Error).message}': use addresses and networks such as 10.0.0.5,10.1.0.0/16.`,
    )
  }
  return proxies
}

function readRtmpUrl(env: Env): string | undefined {
  const url = readAddress(env, 'WAGGLE_RTMP_URL', ['rtmp:', 'rtmps:'])
  if (url && url.pathname !== '/live') {
    throw new ConfigError(
      `WAGGLE_RTMP_URL is '${env.WAGGLE_RTMP_URL}': its path must be /live, such as rtmp://live.example/live.`,
    )
  }
  return url && env.WAGGLE_RTMP_URL
}
