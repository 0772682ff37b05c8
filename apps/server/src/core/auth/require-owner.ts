import type { SessionRow } from '../../db/accounts/sessions.ts'
import { Refusal } from '../../http/refusal.ts'

/**
 * Returns the username of the channel's owner. Refuses everyone else with the same error whether the channel in the path exists or not
 * (T15).
 */
export function requireOwner({ session, params }: { session: SessionRow; params: { username: string } }): string {
  if (params.username !== session.username) throw new Refusal('not_your_account')
  return params.username
}
