/** A failure whose sentence is already written, such as a refusal by the wallet. `cause` is the error of the call, if any. */
export class ShownError extends Error {
  override readonly name = 'ShownError'
}
