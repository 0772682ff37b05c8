import type { OperationBodies, OperationName } from '../../operation.ts'
import type { StateEdit } from '../chain/state-edit.ts'
import type { Fields } from './read.ts'

/** Whose consent an operation needs, by account name. */
export interface RequiredAuthorities {
  posting?: readonly string[]
  active?: readonly string[]
  owner?: readonly string[]
}

/** One kind of operation: what it must look like, who must sign it, what it does. */
export interface OperationRule<Name extends OperationName> {
  /** Throws `ChainError` for a body that is wrong whatever the state (hived: `validate`). */
  read(fields: Fields): OperationBodies[Name]
  required(body: OperationBodies[Name]): RequiredAuthorities
  /** Throws `ChainError` for a body that is wrong in this state (hived: `do_apply`). */
  apply(body: OperationBodies[Name], edit: StateEdit): void
}
