import { formatNumber } from './format.ts'

/** Drops trailing zeros: '2.500 HBD' becomes '2.5 HBD'. */
export function shownAmount(amount: string): string {
  const [number, currency] = amount.split(' ')
  return `${formatNumber(Number(number))} ${currency}`
}
