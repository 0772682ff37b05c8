import { locale } from '../../texts/language/language.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size with its unit, in steps of a thousand: `850 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1))
  const value = bytes / 1000 ** (step + 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'kilobyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
