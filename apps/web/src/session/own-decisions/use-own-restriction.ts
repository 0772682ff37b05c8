import type { Restriction } from '@waggle/contract/endpoints'
import type { RestrictedScope } from '@waggle/contract/operating/actions'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { useSession } from '../session.tsx'

const checkIntervalMs = 5000
/** Most people are restricted from nothing: their pages need no clock. */
const idleIntervalMs = 60 * 60_000

/** What keeps the user from this now, while it lasts (rule OPERATE-15). */
export function useOwnRestriction(scope: RestrictedScope): Restriction | undefined {
  const { restrictions } = useSession()
  const found = restrictions.find((restriction) => restriction.scope === scope)
  const nowMs = useSiteTime(found ? checkIntervalMs : idleIntervalMs)
  return found && (found.until === null || found.until > nowMs) ? found : undefined
}
