import { language } from '../texts/language.ts'

/** '2.500 HBD' as people write it: '2.5 HBD'. */
export function shownAmount(amount: string): string {
  const [number, currency] = amount.split(' ')
  const shown = Number(number).toLocaleString(language, { maximumFractionDigits: 3 })
  return `${shown} ${currency}`
}
