const precision = { HIVE: 3, HBD: 3, VESTS: 6 } as const

export type Asset = keyof typeof precision

/** `formatAmount(1500, 'HIVE')` is '1.500 HIVE': the smallest units become hived's text. */
export function formatAmount(units: number, asset: Asset): string {
  const digits = precision[asset]
  const text = String(units).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)} ${asset}`
}

/** The reverse; undefined for anything that is not exactly such a text. */
export function parseAmount(text: unknown): { units: number; asset: Asset } | undefined {
  const match = typeof text === 'string' ? /^(\d{1,9})\.(\d{3}|\d{6}) (HIVE|HBD|VESTS)$/.exec(text) : null
  if (!match) return undefined
  const asset = match[3] as Asset
  if (match[2]!.length !== precision[asset]) return undefined
  return { units: Number(match[1]! + match[2]!), asset }
}
