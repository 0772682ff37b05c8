import type { HiveGateway } from '@waggle/hive/gateway'
import type { Config } from '../config/config.ts'
import type { SiteAddresses } from '../config/listeners.ts'
import type { Db } from '../db/open.ts'
import type { AdmittedAccounts } from '../http/admission/admitted-accounts.ts'
import type { ChainAccounts } from '../http/admission/chain-accounts.ts'
import type { Egress } from '../http/egress/egress.ts'
import type { Entrance } from '../http/entrance/entrance.ts'
import type { ChannelExists } from '../http/existing-channels.ts'
import type { SiteMeasures } from '../http/operating/site-measures.ts'
import type { SiteSettings } from '../http/operating/site-settings.ts'
import type { SessionKeys } from '../http/sessions/session-keys.ts'
import type { SessionUses } from '../http/sessions/session-uses.ts'
import type { ThisProcess } from '../http/site-health/process-watch.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics/metrics.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

/** What the core role works with. It is a plain object, in which tests replace what they need. */
export interface CoreContext {
  config: Config
  db: Db
  state: SharedState
  secrets: Secrets
  hive: HiveGateway
  channelExists: ChannelExists
  sessionKeys: SessionKeys
  sessionUses: Pick<SessionUses, 'record'>
  measures: SiteMeasures
  admitted: AdmittedAccounts
  entrance: Entrance
  chainAccounts: ChainAccounts
  settings: SiteSettings
  metrics: Metrics
  egress: Egress
  thisProcess: ThisProcess
  log: Log
  /** Replaces the hour of rule PLAYER-10 in a test. */
  hlsTokenLifeMs?: number | undefined
  /** Replaces the difficulty of the puzzles before a notice in a test. */
  noticeProofBits?: number | undefined
  /** Where users reach the site. A port that the system chooses is right from when its listener has opened. */
  addresses(): SiteAddresses
  now(): number
}
