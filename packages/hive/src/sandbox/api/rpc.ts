import type { SandboxChain } from '../chain/chain.ts'
import { ChainError, rpcCodes } from '../chain/chain-error.ts'
import { accountMethods } from './accounts.ts'
import { contentMethods } from './content.ts'
import { historyMethods } from './history.ts'
import type { Methods } from './method.ts'
import { networkMethods } from './network.ts'
import { transactionMethods } from './transactions.ts'
import { walletHomeMethods } from './wallet-home.ts'

const methods: Methods = {
  ...accountMethods,
  ...contentMethods,
  ...historyMethods,
  ...networkMethods,
  ...transactionMethods,
  ...walletHomeMethods,
}

/** A transaction has at most 64 KiB, but takes more as JSON with escaped bytes, and several may be in a batch. */
export const maxRpcBodyBytes = 512 * 1024
const maxBatchLength = 50

/**
 * Handles the body of a JSON-RPC 2.0 call, a single request or a batch, and returns the response, to be sent as JSON with status
 * 200. Never rejects. Methods that the sandbox does not implement are refused with -32601.
 */
export async function handleRpc(chain: SandboxChain, bodyText: string): Promise<unknown> {
  if (bodyText.length > maxRpcBodyBytes)
    return failure(null, new ChainError('Too long', 'parse_error', rpcCodes.request))
  let body: unknown
  try {
    body = JSON.parse(bodyText)
  } catch {
    return failure(null, new ChainError('Parse error', 'parse_error', rpcCodes.parse))
  }
  if (!Array.isArray(body)) return handleRequest(chain, body)
  if (body.length === 0 || body.length > maxBatchLength)
    return failure(null, new ChainError(`A batch has 1 to ${maxBatchLength} requests`, 'request', rpcCodes.request))
  return body.map((request) => handleRequest(chain, request))
}

function handleRequest(chain: SandboxChain, request: unknown): unknown {
  const { jsonrpc, id, method, params } = (typeof request === 'object' && request !== null ? request : {}) as Record<
    string,
    unknown
  >
  const isId = typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id))
  const responseId = isId ? id : null
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return failure(responseId, new ChainError('Not a JSON-RPC 2.0 request', 'request', rpcCodes.request))
  try {
    const { name, args } = method === 'call' ? unwrapCall(params) : { name: method, args: params }
    if (!Object.hasOwn(methods, name)) throw unknownMethod(name)
    return { jsonrpc: '2.0', id: responseId, result: methods[name]!(chain, args ?? []) }
  } catch (error) {
    return failure(responseId, error)
  }
}

/** Unwraps hived's older form of a request: method 'call' with `[api, method, params]`. */
function unwrapCall(params: unknown): { name: string; args: unknown } {
  if (!Array.isArray(params)) throw new ChainError('Invalid parameters for call', 'request', rpcCodes.params)
  const [api, method, args] = params as unknown[]
  return { name: `${String(api)}.${String(method)}`, args }
}

function unknownMethod(name: string): ChainError {
  return new ChainError(`Could not find method ${name.slice(0, 100)}`, 'method', rpcCodes.method)
}

function failure(id: string | number | null, error: unknown): unknown {
  const chainError = error instanceof ChainError ? error : new ChainError('Internal error', 'internal', -32603)
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: chainError.code,
      message: chainError.message,
      data: { code: chainError.code, name: chainError.name, message: chainError.message, stack: [] },
    },
  }
}
