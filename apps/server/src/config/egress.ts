import { ConfigError } from '../lib/startup/config-error.ts'
import type { Environment } from './environment.ts'

/** What the site may send, and who may have which share of it. */
export interface EgressSettings {
  /** Bytes a day and a month, both in UTC. Undefined: without limit. */
  dayBytes: number | undefined
  monthBytes: number | undefined
  /** Dollars for 10^9 bytes. */
  pricePerGb: number | undefined
  /** Shares of the day's budget, or of the month's where there is none for a day: from above 0 to 1. */
  shares: { address: number; broadcast: number; channel: number }
  /** What edges show when they report what they have sent; undefined where there are none. */
  edgeSecret: string | undefined
}

const bytesPer = { GB: 1e9, TB: 1e12 } as const
const budgetAdvice = 'use amounts such as 200GB/day,3TB/month or $5/day,$100/month'
const sharesAdvice = 'use whole percentages from 1 to 100, such as address:5,broadcast:50,channel:75'
const defaultShares = { address: 0.05, broadcast: 0.5, channel: 0.75 }
const secretMinLength = 16

/** Throws ConfigError for what is malformed or contradicts itself. */
export function toEgress(env: Environment): EgressSettings {
  const pricePerGb = toPrice(env.egressPrice)
  const { day, month } = toBudget(env.egressBudget, pricePerGb)
  if (day !== undefined && month !== undefined && day > month) {
    throw new ConfigError('WAGGLE_EGRESS_BUDGET allows more for a day than for the whole month.')
  }
  if (env.egressShares.length > 0 && day === undefined && month === undefined) {
    throw new ConfigError('WAGGLE_EGRESS_SHARES has no use without WAGGLE_EGRESS_BUDGET: remove it, or set both.')
  }
  if (env.edgeSecret !== undefined && !/^[\x21-\x7e]+$/.test(env.edgeSecret)) {
    throw new ConfigError('WAGGLE_EDGE_SECRET has spaces or special characters: use letters, digits and signs.')
  }
  if (env.edgeSecret !== undefined && env.edgeSecret.length < secretMinLength) {
    throw new ConfigError(`WAGGLE_EDGE_SECRET is too short: use at least ${secretMinLength} random characters.`)
  }
  return {
    dayBytes: day,
    monthBytes: month,
    pricePerGb,
    shares: toShares(env.egressShares),
    edgeSecret: env.edgeSecret,
  }
}

function toPrice(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const price = Number(value)
  if (!/^\d+(?:\.\d+)?$/.test(value) || price <= 0 || price > 1000) {
    throw new ConfigError(`WAGGLE_EGRESS_PRICE is '${value}': use the dollars that a GB costs, such as 0.09.`)
  }
  return price
}

function toBudget(amounts: readonly string[], pricePerGb: number | undefined) {
  const budget: { day?: number; month?: number } = {}
  for (const amount of amounts) {
    const [, dollar, digits, unit, period] = /^(\$?)(\d+(?:\.\d+)?)(GB|TB)?\/(day|month)$/.exec(amount) ?? []
    const isMoney = dollar === '$'
    const number = Number(digits)
    if (digits === undefined || isMoney === (unit !== undefined) || number <= 0 || number > 1e9) {
      throw new ConfigError(`WAGGLE_EGRESS_BUDGET names '${amount}': ${budgetAdvice}.`)
    }
    if (isMoney && pricePerGb === undefined) {
      throw new ConfigError('WAGGLE_EGRESS_BUDGET is in dollars: set WAGGLE_EGRESS_PRICE to what a GB costs.')
    }
    const key = period as 'day' | 'month'
    if (budget[key] !== undefined) throw new ConfigError(`WAGGLE_EGRESS_BUDGET names two amounts for a ${key}.`)
    budget[key] = isMoney ? (number / (pricePerGb ?? 1)) * bytesPer.GB : number * bytesPer[unit as 'GB' | 'TB']
  }
  return budget
}

function toShares(entries: readonly string[]): EgressSettings['shares'] {
  const shares = { ...defaultShares }
  for (const entry of entries) {
    const [, name, percent] = /^(address|broadcast|channel):(\d{1,3})$/.exec(entry) ?? []
    if (name === undefined || Number(percent) < 1 || Number(percent) > 100) {
      throw new ConfigError(`WAGGLE_EGRESS_SHARES names '${entry}': ${sharesAdvice}.`)
    }
    shares[name as keyof typeof shares] = Number(percent) / 100
  }
  return shares
}
