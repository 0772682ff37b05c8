import type { SiteMeasures } from '../../http/operating/site-measures.ts'
import type { SessionKeys } from '../../http/sessions/session-keys.ts'
import type { SessionUses } from '../../http/sessions/session-uses.ts'
import { noMeasures } from './no-measures.ts'

/** For tests of other things than sessions: every key is valid, uses are not recorded, and nobody is suspended. */
export const trustedSessions: {
  sessionKeys: SessionKeys
  sessionUses: Pick<SessionUses, 'record'>
  measures: SiteMeasures
} = {
  sessionKeys: { isValid: async () => true },
  sessionUses: { record() {} },
  measures: noMeasures,
}
