import type { Operation, OperationName } from '../../operation.ts'
import { assertChain } from '../chain/chain-error.ts'
import type { StateEdit } from '../chain/state-edit.ts'
import { accountUpdateRule } from './account-update.ts'
import { commentRule } from './comment.ts'
import { commentOptionsRule } from './comment-options.ts'
import { customJsonRule } from './custom-json.ts'
import { deleteCommentRule } from './delete-comment.ts'
import { readFields } from './fields.ts'
import type { OperationRule, RequiredAuthorities } from './operation-rule.ts'
import { transferRule } from './transfer.ts'
import { voteRule } from './vote.ts'

const rules: { [Name in OperationName]: OperationRule<Name> } = {
  vote: voteRule,
  comment: commentRule,
  comment_options: commentOptionsRule,
  delete_comment: deleteCommentRule,
  account_update: accountUpdateRule,
  transfer: transferRule,
  custom_json: customJsonRule,
}

/** Throws `ChainError` for an operation that is malformed or that the sandbox does not implement. */
export function readOperation(value: unknown): Operation {
  assertChain(Array.isArray(value) && value.length === 2, 'An operation is a pair of name and body')
  const [name, body] = value as [unknown, unknown]
  assertChain(
    typeof name === 'string' && Object.hasOwn(rules, name),
    `The sandbox does not implement the operation ${String(name).slice(0, 64)}`,
  )
  const read = rules[name as OperationName].read(readFields(body, name))
  return [name, read] as Operation
}

export function requiredAuthorities([name, body]: Operation): RequiredAuthorities {
  return rules[name].required(body as never)
}

export function applyOperation([name, body]: Operation, edit: StateEdit): void {
  rules[name].apply(body as never, edit)
}
