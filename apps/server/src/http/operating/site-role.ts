import type { Db } from '../../db/open.ts'
import { isSiteModerator, listSiteModerators } from '../../db/operating/site-moderators.ts'
import { isSiteOperator, listSiteOperators } from '../../db/operating/site-operators.ts'

/** Operators are named in the settings of the process or by a command. They appoint moderators. */
export type SiteRole = 'operator' | 'moderator'

interface RolesContext {
  config: { operators: readonly string[] }
  db: Db
}

/** What an account is on this site. Read for every call: who is dismissed can do nothing more. */
export async function siteRoleOf({ config, db }: RolesContext, username: string): Promise<SiteRole | null> {
  if (config.operators.includes(username) || (await isSiteOperator(db, username))) return 'operator'
  return (await isSiteModerator(db, username)) ? 'moderator' : null
}

/** Everybody who runs the site now. */
export async function listWhoRunsSite({ config, db }: RolesContext): Promise<Set<string>> {
  const [appointed, moderators] = await Promise.all([listSiteOperators(db), listSiteModerators(db)])
  return new Set([...config.operators, ...appointed, ...moderators.map(({ username }) => username)])
}
