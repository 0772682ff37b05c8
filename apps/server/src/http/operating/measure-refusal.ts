import { errors } from '@waggle/contract/errors'
import { reasonWords } from '@waggle/contract/operating/actions'
import { fill } from '@waggle/contract/sentences'
import { Refusal } from '../refusal.ts'
import type { Measure } from './site-measures.ts'

/** What an account is told when the people who run the site keep it from something. */
export function refusalOf(
  code: 'account_suspended' | 'chat_suspended' | 'account_silenced',
  measure: Measure,
): Refusal {
  return new Refusal(code, { message: fill(errors[code].message, valuesOf(measure)) })
}

/** ` until 2026-11-22 19:30 UTC`, or nothing; and the reason in words. */
export function valuesOf({ untilMs, reason }: Measure): { end: string; why: string } {
  const end = untilMs === null ? '' : ` until ${new Date(untilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { end, why: reasonWords[reason] }
}
