import { assertChain } from '../chain/chain-error.ts'
import { parseAmount } from '../economy/amount.ts'
import { readAccountName, readAmount, readText } from './fields.ts'
import type { OperationRule } from './operation-rule.ts'

/** hived: HIVE_MAX_MEMO_SIZE */
const memoLimitBytes = 2048

export const transferRule: OperationRule<'transfer'> = {
  read(fields) {
    const amount = readAmount(fields, 'amount')
    const { units, asset } = parseAmount(amount)!
    assertChain(asset !== 'VESTS', 'Transfer of Vests (VESTS) is not allowed.')
    assertChain(units > 0, 'Cannot transfer a negative amount (aka: stealing)')
    const memo = readText(fields, 'memo')
    assertChain(Buffer.byteLength(memo) < memoLimitBytes, 'Memo is too large')
    return { from: readAccountName(fields, 'from'), to: readAccountName(fields, 'to'), amount, memo }
  },

  required: ({ from }) => ({ active: [from] }),

  apply({ from, to, amount }, edit) {
    const { units, asset } = parseAmount(amount)!
    const balance = asset === 'HIVE' ? 'hive' : 'hbd'
    const sender = edit.account(from)
    const receiver = edit.account(to)
    assertChain(sender[balance] >= units, `Account ${from} does not have sufficient funds for transfer.`)
    sender[balance] -= units
    receiver[balance] += units
  },
}
