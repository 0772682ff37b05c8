import type { SessionRow } from '../db/accounts/sessions.ts'
import { Refusal } from '../http/refusal.ts'

interface OwnersCall {
  session: SessionRow
  params: { username: string }
}

/** Refuses everybody but the owner of the channel in the path, in the same words whether there is such a channel or not (T15). */
export function requireOwner({ session, params }: OwnersCall): string {
  if (params.username !== session.username) throw new Refusal('not_your_account')
  return params.username
}
