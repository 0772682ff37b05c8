import { type GuardStep, stepOf } from '../../../lib/egress/guard-steps.ts'
import type { Period } from './period.ts'

export interface EgressSettings {
  dayBytes: number | undefined
  monthBytes: number | undefined
  pricePerGb: number | undefined
  shares: { address: number; broadcast: number; channel: number }
  edgeSecret: string | undefined
}

/** What a period allows, and what of it is used. */
export interface BudgetUse {
  limitBytes: number
  usedBytes: number
  endsAtMs: number
}

/** Where the site stands in the budgets that it has. */
export interface SiteUse {
  day: BudgetUse | undefined
  month: BudgetUse | undefined
}

interface SiteTotals {
  dayBytes: number
  monthBytes: number
  /** What operators have added today, and in the month. */
  raisedToday: number
  raisedInMonth: number
}

export function siteUse(settings: EgressSettings, totals: SiteTotals, period: Period): SiteUse {
  const { dayBytes, monthBytes } = settings
  return {
    day:
      dayBytes === undefined
        ? undefined
        : {
            limitBytes: dayBytes + totals.raisedToday,
            usedBytes: totals.dayBytes,
            endsAtMs: period.dayEndsAtMs,
          },
    month:
      monthBytes === undefined
        ? undefined
        : {
            limitBytes: monthBytes + totals.raisedInMonth,
            usedBytes: totals.monthBytes,
            endsAtMs: period.monthEndsAtMs,
          },
  }
}

/** Shares are of the day's budget, or of the month's where there is none for a day. */
export function sharedBudget({ day, month }: SiteUse): BudgetUse | undefined {
  return day ?? month
}

export function leftOf({ day, month }: SiteUse): number {
  return Math.min(...[day, month].map((use) => (use ? use.limitBytes - use.usedBytes : Number.POSITIVE_INFINITY)))
}

export function usedPart({ day, month }: SiteUse): number {
  return Math.max(0, ...[day, month].map((use) => (use ? use.usedBytes / use.limitBytes : 0)))
}

export function siteStep(use: SiteUse): GuardStep {
  return stepOf(usedPart(use))
}
