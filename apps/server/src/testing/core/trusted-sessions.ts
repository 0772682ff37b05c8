import type { Egress } from '../../http/egress/egress.ts'
import type { SiteMeasures } from '../../http/operating/site-measures.ts'
import type { SiteSettings } from '../../http/operating/site-settings.ts'
import type { SessionKeys } from '../../http/sessions/session-keys.ts'
import type { SessionUses } from '../../http/sessions/session-uses.ts'
import { noAdmission } from '../admission/no-admission.ts'
import { noEgress } from './no-egress.ts'
import { noMeasures } from './no-measures.ts'
import { noSettings } from './no-settings.ts'

/**
 * For tests of other things than sessions: every key is valid, uses are not recorded, nobody is suspended, nothing is set, and nothing is
 * counted.
 */
export const trustedSessions: {
  sessionKeys: SessionKeys
  sessionUses: Pick<SessionUses, 'record'>
  measures: SiteMeasures
  settings: SiteSettings
  egress: Egress
} & typeof noAdmission = {
  sessionKeys: { isValid: async () => true },
  sessionUses: { record() {} },
  measures: noMeasures,
  settings: noSettings,
  egress: noEgress,
  ...noAdmission,
}
