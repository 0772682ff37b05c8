import { toast } from '../../ui/surfaces/toast.tsx'
import type { ActionOutcome } from './moderation-calls.ts'

/** Shows the outcome's sentence, if it has one. Returns whether the action succeeded. */
export async function showOutcome(outcome: Promise<ActionOutcome>): Promise<boolean> {
  const { ok, message } = await outcome
  if (message !== '') toast(message, ok ? 'success' : 'error')
  return ok
}
