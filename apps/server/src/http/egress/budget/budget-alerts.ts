import type { Db } from '../../../db/open.ts'
import { clearAlert, raiseAlert } from '../../../db/site-health/alerts.ts'
import type { SiteUse } from './egress-budget.ts'

const percents = [50, 80, 100] as const

/** Tells operators when so much of a budget is used, once in each period. */
export class BudgetAlerts {
  readonly #db: Db
  readonly #told = new Map<string, boolean>()

  constructor(db: Db) {
    this.#db = db
  }

  async check(use: SiteUse, nowMs: number): Promise<void> {
    for (const period of ['day', 'month'] as const) {
      const budget = use[period]
      if (!budget) continue
      for (const percent of percents) {
        const isReached = budget.usedBytes * 100 >= budget.limitBytes * percent
        const key = `${period} ${percent}`
        if (this.#told.get(key) === isReached) continue
        if (isReached) await raiseAlert(this.#db, { kind: 'budget', key, facts: { period, percent } }, nowMs)
        else await clearAlert(this.#db, 'budget', key, nowMs)
        this.#told.set(key, isReached)
      }
    }
  }
}
