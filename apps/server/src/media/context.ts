import type { Config } from '../config/config.ts'
import type { SiteAddresses } from '../config/listeners.ts'
import type { Db } from '../db/open.ts'
import type { AdmittedAccounts } from '../http/admission/admitted-accounts.ts'
import type { ChainAccounts } from '../http/admission/chain-accounts.ts'
import type { Egress } from '../http/egress/egress.ts'
import type { SiteMeasures } from '../http/operating/site-measures.ts'
import type { SiteSettings } from '../http/operating/site-settings.ts'
import type { Log } from '../lib/log.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { measureProcessLoad } from './real-time/process-load.ts'

/** What every part of the media role needs. */
export interface MediaContext {
  config: Config
  db: Db
  state: SharedState
  secrets: Secrets
  measures: SiteMeasures
  egress: Egress
  settings: SiteSettings
  admitted: AdmittedAccounts
  chainAccounts: ChainAccounts
  log: Log
  /** Lifetime of the tokens that open a stream, for a test. */
  hlsTokenLifeMs?: number | undefined
  /** How busy the process is, for a test. */
  measureLoad?: typeof measureProcessLoad | undefined
  /** Where users reach the site. A port that the system chooses is right from when its listener has opened. */
  addresses(): SiteAddresses
  now(): number
}
