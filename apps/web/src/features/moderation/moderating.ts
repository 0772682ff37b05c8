import type { ModerationState, ModerationStore, Outcome } from './moderation-store.ts'

/** What every part gets: what is, what can be done, and how to say what came of it. */
export interface Moderating {
  channel: string
  state: ModerationState
  store: ModerationStore
  report(outcome: Promise<Outcome>): Promise<boolean>
}
