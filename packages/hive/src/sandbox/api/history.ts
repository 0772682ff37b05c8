import type { Operation } from '../../operation.ts'
import { operationIds } from '../../operation.ts'
import { hiveTime } from '../chain/block.ts'
import type { SandboxChain } from '../chain/chain.ts'
import type { HistoryEntry } from '../chain/state.ts'
import type { Methods } from './method.ts'
import { invalidParams, param, textParam } from './method.ts'

const maxEntries = 1000

export const historyMethods: Methods = {
  /** Returns up to `limit` entries, the last of which is number `start`, or the newest if `start` is -1. */
  'condenser_api.get_account_history': (chain, params) => {
    const account = textParam(params, 0, 'account')
    const start = integerParam(params, 1, 'start', -1)
    const limit = integerParam(params, 2, 'limit', 0)
    if (limit > maxEntries) throw invalidParams(`limit must be at most ${maxEntries}`)
    const filter = param(params, 3, 'operation_filter_low')
    const entries = entriesOf(chain, account)
    const end = start === -1 ? entries.length : Math.min(entries.length, start + 1)
    return entries
      .slice(0, end)
      .filter(([, entry]) => passesFilter(entry.operation, filter))
      .slice(limit === 0 ? end : -limit)
      .map(([index, entry]) => [index, describeEntry(entry)])
  },
}

function entriesOf(chain: SandboxChain, account: string): [number, HistoryEntry][] {
  const ofAccount = chain.history.filter(({ operation }) => accountsOf(operation).includes(account))
  return ofAccount.map((entry, index) => [index, entry])
}

function accountsOf([name, body]: Operation): string[] {
  switch (name) {
    case 'vote':
      return [body.voter, body.author]
    case 'comment':
      return [body.author, body.parent_author]
    case 'comment_options':
    case 'delete_comment':
      return [body.author]
    case 'transfer':
      return [body.from, body.to]
    case 'account_update':
      return [body.account]
    case 'custom_json':
      return [...body.required_auths, ...body.required_posting_auths]
  }
}

/** The filter has a bit for each operation number (hived: operation_filter_low). */
function passesFilter([name]: Operation, filter: unknown): boolean {
  if (filter === undefined || filter === null) return true
  const mask =
    typeof filter === 'number' || (typeof filter === 'string' && /^\d{1,20}$/.test(filter)) ? filter : undefined
  if (mask === undefined || (typeof mask === 'number' && !Number.isSafeInteger(mask)))
    throw invalidParams('operation filter')
  return ((BigInt(mask) >> BigInt(operationIds[name])) & 1n) === 1n
}

function describeEntry(entry: HistoryEntry) {
  return {
    trx_id: entry.transactionId,
    block: entry.blockNumber,
    trx_in_block: 0,
    op_in_trx: entry.operationIndex,
    virtual_op: false,
    timestamp: hiveTime(entry.timeMs),
    op: entry.operation,
  }
}

function integerParam(params: unknown, index: number, name: string, min: number): number {
  const value = param(params, index, name)
  if (!Number.isSafeInteger(value) || (value as number) < min) throw invalidParams(`${name} must be an integer`)
  return value as number
}
