/** Where the data of a site are. Without an address they include the embedded database in the folder. */
export interface SiteData {
  dataDir: string
  databaseUrl?: string | undefined
}

export const databaseFile = 'waggle.sqlite'
/** What pg_dump has written. */
export const dumpFile = 'waggle.dump'
/** Copied after the database: the sandbox chain only grows. */
export const otherFiles = ['master.key', 'sandbox-chain.log']
