import { formatNumber } from './format.ts'

/** '2.500 HBD' as people write it: '2.5 HBD'. */
export function shownAmount(amount: string): string {
  const [number, currency] = amount.split(' ')
  return `${formatNumber(Number(number))} ${currency}`
}
