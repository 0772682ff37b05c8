import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../backup/site-data.ts'
import type { Config } from '../config/config.ts'
import { roleNames } from '../config/environment.ts'
import { missingPrograms } from './missing-programs.ts'

/** `waggle check`: what the settings come to, without their secrets, and what is missing on this machine. */
export function describeSettings(config: Config): string {
  const missing = [...missingPrograms(config), ...missingSettings(config)]
  return [
    'The settings are in order.',
    '',
    ...table(settingsOf(config)),
    '',
    ...(missing.length > 0 ? ['Missing:', ...missing.map((sentence) => `  - ${sentence}`)] : ['Nothing is missing.']),
    '',
    "'waggle doctor' looks at the machine and at the way to it.",
  ].join('\n')
}

function settingsOf(config: Config): [name: string, value: string][] {
  const { http, rtmp, rtmps, metrics, hive, recordings } = config
  return [
    ['Site', `${http.publicUrl}, listens on ${http.host} port ${http.port}`],
    ['RTMP', `${rtmp.publicUrl}, listens on ${rtmp.host} port ${rtmp.port}`],
    ['RTMPS', rtmps === undefined ? 'off' : `${rtmps.publicUrl}, certificate ${rtmps.certFile}`],
    ['Metrics', metrics === undefined ? 'off' : `${metrics.host} port ${metrics.port}`],
    ['Hive', hive.chain === 'sandbox' ? 'the sandbox, for trying out' : `mainnet, ${hive.nodes.length} nodes`],
    ['Announcements', announcements(hive)],
    ['Roles', config.roles.join(', ')],
    ['Data', `${config.dataDir}, ${stateOf(config)}`],
    ['Database', config.databaseUrl === undefined ? 'SQLite, in the data folder' : addressOf(config.databaseUrl)],
    ['Redis', config.redisUrl === undefined ? 'not used' : addressOf(config.redisUrl)],
    ['Recordings', recordings === 'off' ? 'off' : describeRecordings(recordings)],
    ['Operators', config.operators.join(', ') || "none named in WAGGLE_OPERATORS ('waggle operator' lists others)"],
  ]
}

function announcements(hive: Config['hive']): string {
  if (hive.chain === 'sandbox') return `by ${hive.posterAccount}`
  return hive.posterKey === undefined ? 'off' : `by ${hive.posterAccount}`
}

function stateOf({ dataDir, databaseUrl }: Config): string {
  const mark = databaseUrl === undefined ? databaseFile : 'master.key'
  return existsSync(join(dataDir, mark)) ? "with a site's data" : 'empty: the first start fills it'
}

/** Without user and password. */
function addressOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

function describeRecordings({ store, rewindHours, keepDays }: Exclude<Config['recordings'], 'off'>): string {
  const place = store.kind === 'folder' ? store.folder : `${store.endpoint}/${store.bucket}/${store.prefix}`
  return `${place}, rewind ${rewindHours} h, replays ${keepDays} days`
}

function missingSettings({ hive, operators, roles }: Config): string[] {
  const missing: string[] = []
  if (hive.chain === 'sandbox') {
    missing.push('This is the sandbox: a public site needs WAGGLE_HIVE=mainnet and WAGGLE_PUBLIC_URL.')
  } else if (hive.posterKey === undefined && roles.includes('core')) {
    missing.push('Broadcasts are not announced: set WAGGLE_POSTER_KEY_FILE to a file with the posting key.')
  }
  if (operators.length === 0 && roles.includes('core')) {
    missing.push(
      "WAGGLE_OPERATORS is empty: name the accounts that run the site, there or with 'waggle operator NAME'.",
    )
  }
  if (roles.length < roleNames.length) {
    missing.push(`This process has the roles ${roles.join(' and ')}: other processes need to have the others.`)
  }
  return missing
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}   ${value}`)
}
