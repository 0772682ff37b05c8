import type { OperationName } from '../../operation.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { StateEdit } from '../chain/state-edit.ts'
import type { RequiredAuthorities } from '../operations/operation-rule.ts'
import { currentMana, spendMana } from './manabar.ts'

/** Of the same magnitude as mainnet's costs, which vary with the load of the network. */
const costs: Record<OperationName, number> = {
  vote: 120_000_000,
  comment: 1_200_000_000,
  comment_options: 100_000_000,
  delete_comment: 100_000_000,
  transfer: 150_000_000,
  account_update: 300_000_000,
  custom_json: 150_000_000,
}
const costPerByte = 100_000

/** Charges the first account whose authority the transaction requires, and not the account that signed (hived, resource_user.cpp). */
export function chargeResourceCredits(
  names: readonly OperationName[],
  sizeBytes: number,
  required: readonly RequiredAuthorities[],
  edit: StateEdit,
): void {
  const payer = (['active', 'owner', 'posting'] as const).flatMap((role) =>
    required.flatMap((authorities) => authorities[role] ?? []),
  )[0]
  if (payer === undefined) return
  const account = edit.account(payer)
  const cost = names.reduce((sum, name) => sum + costs[name], sizeBytes * costPerByte)
  const mana = currentMana(account.resourceCredits, account.vests, edit.nowMs)
  if (mana < cost)
    throw new ChainError(
      `Account: ${payer} has ${mana} RC, needs ${cost} RC. Please wait to transact, or power up HIVE.`,
      'not_enough_rc_exception',
    )
  account.resourceCredits = spendMana(account.resourceCredits, account.vests, edit.nowMs, cost)
}
