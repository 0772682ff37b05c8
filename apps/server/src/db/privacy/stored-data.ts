import type { Database } from '../schema/schema.ts'
import { accountData } from './stored/account-data.ts'
import { admissionData } from './stored/admission-data.ts'
import { broadcastData } from './stored/broadcast-data.ts'
import { chatData } from './stored/chat-data.ts'
import { egressData } from './stored/egress-data.ts'
import { operatingData } from './stored/operating-data.ts'
import { pushData } from './stored/push-data.ts'
import { recordingData } from './stored/recording-data.ts'
import { siteData } from './stored/site-data.ts'
import type { StoredTable, StoredTables } from './stored/stored-table.ts'
import { toolsData } from './stored/tools-data.ts'

/**
 * Every table, and what each of its columns says about people (rule PRIVACY-1). What an account downloads and what is deleted with it
 * follow from this list; so does docs/privacy.md (`npm run privacy`). In the order in which rows are deleted: those by which others
 * are found come last.
 */
export const storedData: StoredTables<keyof Database> = {
  ...accountData,
  ...toolsData,
  ...pushData,
  ...chatData,
  ...operatingData,
  ...admissionData,
  ...siteData,
  ...egressData,
  ...recordingData,
  ...broadcastData,
}

export const storedTables: readonly [name: string, table: StoredTable][] = Object.entries(storedData)
