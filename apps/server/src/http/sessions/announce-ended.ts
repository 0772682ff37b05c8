import type { SharedState } from '../../shared-state/shared-state.ts'

/**
 * Tells all processes that sessions have ended: their sockets lose the user's name (rule AUTH-25). Nothing is lost where this fails,
 * because chat also compares its sockets with the database.
 */
export function announceEnded(state: Pick<SharedState, 'publish'>, ids: string[]): void {
  if (ids.length > 0) state.publish('sessions-ended', { ids }).catch(() => undefined)
}
