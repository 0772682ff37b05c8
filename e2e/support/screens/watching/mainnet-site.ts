import { testSite } from '../../../../apps/web/src/testing/test-site.ts'

/** A site that takes the accounts of Hive itself: without a wallet nobody logs in. */
export const mainnetSite = { ...testSite, hive: 'mainnet' as const }
