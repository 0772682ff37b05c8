import type { OperationBodies, OperationName } from '../../operation.ts'
import type { StateEdit } from '../chain/state-edit.ts'
import type { Fields } from './fields.ts'

/** The accounts whose authority an operation requires, by role. */
export interface RequiredAuthorities {
  posting?: readonly string[]
  active?: readonly string[]
  owner?: readonly string[]
}

/** The rules for one kind of operation: its form, the authorities it requires, and its effect. */
export interface OperationRule<Name extends OperationName> {
  /** Throws `ChainError` for a body that is invalid in every state (hived: `validate`). */
  read(fields: Fields): OperationBodies[Name]
  required(body: OperationBodies[Name]): RequiredAuthorities
  /** Throws `ChainError` for a body that is invalid in the current state (hived: `do_apply`). */
  apply(body: OperationBodies[Name], edit: StateEdit): void
}
