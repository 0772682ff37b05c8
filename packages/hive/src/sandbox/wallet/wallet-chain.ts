import type { Authority } from '../../authority.ts'
import type { Operation, UnsignedTransaction } from '../../operation.ts'
import { operationIds } from '../../operation.ts'
import { prepareTransaction, signTransaction, transactionId } from '../../transaction.ts'
import type { SandboxRole } from '../accounts.ts'
import { sandboxChainId, sandboxPrivateKey } from '../accounts.ts'

/** The chain refused the request. `error` and `message` go into the wallet's response. */
export class WalletFailure extends Error {
  override readonly name = 'KeychainError'
  readonly error: unknown

  constructor(message: string, error: unknown = { name: 'KeychainError' }) {
    super(message)
    this.error = error
  }
}

export interface WalletAccount {
  name: string
  active: Authority
  posting: Authority
  memo_key: string
  json_metadata: string
}

/** The wallet's view of the chain. Every method may throw `WalletFailure`. */
export interface WalletChain {
  getAccount(name: string): Promise<WalletAccount>
  broadcast(account: string, role: SandboxRole, operations: Operation[]): Promise<string>
  sign(account: string, role: SandboxRole, transaction: UnsignedTransaction): Promise<object>
  isInBlock(id: string): Promise<boolean>
}

/** The lifetime of Keychain's transactions. */
const transactionLifetimeMs = 10 * 60_000

interface RpcError {
  code: number
  message: string
  data?: { name?: string }
}

export function createWalletChain(rpcUrl: string): WalletChain {
  async function call<Result>(method: string, params: unknown): Promise<Result> {
    let body: { result: Result; error?: RpcError }
    try {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: request,
      })
      body = (await response.json()) as { result: Result; error?: RpcError }
    } catch {
      throw new WalletFailure('Failed to fetch', {})
    }
    if (body.error) throw toWalletFailure(body.error)
    return body.result
  }

  async function sign(account: string, role: SandboxRole, transaction: UnsignedTransaction) {
    for (const [name] of transaction.operations)
      if (!Object.hasOwn(operationIds, name))
        throw new WalletFailure(`The sandbox wallet does not know the operation ${String(name)}`)
    return signTransaction(transaction, [sandboxPrivateKey(account, role)], sandboxChainId)
  }

  return {
    sign,
    async getAccount(name) {
      const [account] = await call<WalletAccount[]>('condenser_api.get_accounts', [[name]])
      if (!account) throw new WalletFailure(`The account ${name} does not exist`)
      return account
    },
    async broadcast(account, role, operations) {
      const head = await call<Parameters<typeof prepareTransaction>[0]>(
        'condenser_api.get_dynamic_global_properties',
        [],
      )
      const transaction = await sign(account, role, prepareTransaction(head, operations, transactionLifetimeMs))
      await call('condenser_api.broadcast_transaction', [transaction])
      return transactionId(transaction)
    },
    async isInBlock(id) {
      const { status } = await call<{ status: string }>('transaction_status_api.find_transaction', {
        transaction_id: id,
      })
      return status.startsWith('within_') && status !== 'within_mempool'
    },
  }
}

/** Keychain's texts for an error that the chain responded with. */
function toWalletFailure(error: RpcError): WalletFailure {
  switch (error.data?.name) {
    case 'tx_missing_posting_auth':
      return new WalletFailure('Posting key is incorrect. Please update your key and try again.')
    case 'tx_missing_active_auth':
      return new WalletFailure('Active key is incorrect. Please update your key and try again.')
    case 'not_enough_rc_exception':
      return new WalletFailure('You do not have enough resource credits for this transaction.', error)
    default:
      return new WalletFailure(`There was an error broadcasting this transaction: ${error.message}`, error)
  }
}
