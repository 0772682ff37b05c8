/** The numerical asset identifiers (NAI) of hived's newer JSON form, and their decimals. */
const assets: Record<string, { symbol: string; precision: number }> = {
  '@@000000021': { symbol: 'HIVE', precision: 3 },
  '@@000000013': { symbol: 'HBD', precision: 3 },
  '@@000000037': { symbol: 'VESTS', precision: 6 },
}

/**
 * Converts a transaction whose operations are objects, `{ type: 'vote_operation', value }`, as hived's newer APIs use them, to
 * the pairs of condenser_api, `['vote', value]`. Leaves everything else unchanged, for the chain to refuse.
 */
export function fromObjectForm(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value.operations)) return value
  return { ...value, operations: value.operations.map(convertOperation) }
}

function convertOperation(operation: unknown): unknown {
  if (!isRecord(operation) || typeof operation.type !== 'string' || !isRecord(operation.value)) return operation
  const body: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(operation.value)) body[key] = convertAmount(value)
  if (Array.isArray(body.extensions)) body.extensions = body.extensions.map(convertExtension)
  return [operation.type.replace(/_operation$/, ''), body]
}

function convertAmount(value: unknown): unknown {
  if (!isRecord(value) || typeof value.nai !== 'string' || !/^\d{1,16}$/.test(String(value.amount))) return value
  const asset = Object.hasOwn(assets, value.nai) ? assets[value.nai] : undefined
  if (!asset || value.precision !== asset.precision) return value
  const digits = String(value.amount).padStart(asset.precision + 1, '0')
  return `${digits.slice(0, -asset.precision)}.${digits.slice(-asset.precision)} ${asset.symbol}`
}

function convertExtension(extension: unknown): unknown {
  if (!isRecord(extension) || extension.type !== 'comment_payout_beneficiaries') return extension
  return [0, extension.value]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
