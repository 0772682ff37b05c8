import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../lib/startup/config-error.ts'
import type { Environment } from './environment.ts'

export interface RecordingStoreSettings {
  folder: string
}

/** Whether and where broadcasts are recorded. */
export type RecordingSettings =
  | 'off'
  | {
      /** How far viewers can rewind, and how long recordings are kept. */
      rewindHours: number
      store: RecordingStoreSettings
    }

/** Throws ConfigError when the settings contradict each other. */
export function toRecordings(env: Environment, nodeUrl: string | undefined): RecordingSettings {
  const { rewindHours = 0, recordingsUrl } = env
  if (rewindHours === 0) {
    if (recordingsUrl === undefined) return 'off'
    throw new ConfigError(
      'WAGGLE_RECORDINGS_URL is set, but nothing is recorded: set WAGGLE_REWIND_HOURS to more than 0, or remove it.',
    )
  }
  if (recordingsUrl === undefined && nodeUrl) {
    throw new ConfigError(
      'WAGGLE_REWIND_HOURS is set, and the site has several processes: set WAGGLE_RECORDINGS_URL to a place that all of them reach.',
    )
  }
  const folder = recordingsUrl
    ? toFolder(recordingsUrl)
    : join(resolve(env.dataDir ?? './data'), 'recordings', 'stored')
  return { rewindHours, store: { folder } }
}

function toFolder(url: URL): string {
  if (url.host !== '' || url.search || url.hash) {
    throw new ConfigError('WAGGLE_RECORDINGS_URL must name a folder of this machine, such as file:///srv/recordings.')
  }
  return fileURLToPath(url)
}
