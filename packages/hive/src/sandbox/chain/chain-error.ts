/** The codes of hived's json_rpc_plugin.hpp. */
export const rpcCodes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  call: -32003,
} as const

/** A refusal by the chain. `name` is hived's exception, such as 'tx_missing_posting_auth'; clients rely on it. */
export class ChainError extends Error {
  override readonly name: string
  readonly code: number

  constructor(message: string, name = 'assert_exception', code: number = rpcCodes.call) {
    super(message)
    this.name = name
    this.code = code
  }
}

/** Like hived's FC_ASSERT. */
export function assertChain(condition: unknown, message: string, name?: string): asserts condition {
  if (!condition) throw new ChainError(`Assert Exception:${message}`, name)
}
