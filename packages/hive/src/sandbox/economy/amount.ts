const precision = { HIVE: 3, HBD: 3, VESTS: 6 } as const

type Asset = keyof typeof precision

/** Formats a number of smallest units as hived does: `formatAmount(1500, 'HIVE')` is '1.500 HIVE'. */
export function formatAmount(units: number, asset: Asset): string {
  const digits = precision[asset]
  const text = String(units).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)} ${asset}`
}

/** The reverse of `formatAmount`. Undefined for everything that does not have exactly this form. */
export function parseAmount(text: unknown): { units: number; asset: Asset } | undefined {
  const match = typeof text === 'string' ? /^(\d{1,9})\.(\d{3}|\d{6}) (HIVE|HBD|VESTS)$/.exec(text) : null
  if (!match) return undefined
  const asset = match[3] as Asset
  if (match[2]!.length !== precision[asset]) return undefined
  return { units: Number(match[1]! + match[2]!), asset }
}
