import type { RecordingSettings } from '../config/recordings.ts'

/** Where the data of a site are. Without an address they include the embedded database in the folder. */
export interface SiteData {
  dataDir: string
  databaseUrl?: string | undefined
  recordings: RecordingSettings
}

export const databaseFile = 'waggle.sqlite'
/** Copied after the database: the sandbox chain only grows. */
export const otherFiles = ['master.key', 'sandbox-chain.log']
/** The settings that the site had, without those that are secret, to compare: a restored site reads its own. */
export const settingsFile = 'settings-of-backup.env'
