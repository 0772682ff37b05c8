import type { Db } from '../../db/open.ts'
import { isSiteModerator } from '../../db/operating/site-moderators.ts'
import { isSiteOperator } from '../../db/operating/site-operators.ts'

/** Operators are named in the settings of the process or by a command. They appoint moderators. */
export type SiteRole = 'operator' | 'moderator'

/** What an account is on this site. Read for every call: who is dismissed can do nothing more. */
export async function siteRoleOf(
  { config, db }: { config: { operators: readonly string[] }; db: Db },
  username: string,
): Promise<SiteRole | null> {
  if (config.operators.includes(username) || (await isSiteOperator(db, username))) return 'operator'
  return (await isSiteModerator(db, username)) ? 'moderator' : null
}
