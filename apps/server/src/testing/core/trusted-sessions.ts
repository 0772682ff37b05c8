import type { SessionKeys } from '../../http/sessions/session-keys.ts'
import type { SessionUses } from '../../http/sessions/session-uses.ts'

/** For tests of other things than sessions: every key is valid, and uses are not recorded. */
export const trustedSessions: { sessionKeys: SessionKeys; sessionUses: Pick<SessionUses, 'record'> } = {
  sessionKeys: { isValid: async () => true },
  sessionUses: { record() {} },
}
