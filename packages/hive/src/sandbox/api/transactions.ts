import { blockNumberAt } from '../chain/block.ts'
import type { SandboxChain } from '../chain/chain.ts'
import type { Methods } from './method.ts'
import { invalidParams, param, textParam } from './method.ts'
import { fromObjectForm } from './object-form.ts'

export const transactionMethods: Methods = {
  'condenser_api.broadcast_transaction': (chain, params) => {
    chain.broadcast(param(params, 0, 'trx'))
    return {}
  },
  'condenser_api.broadcast_transaction_synchronous': (chain, params) => {
    const { id, blockNumber } = chain.broadcast(param(params, 0, 'trx'))
    return { id, block_num: blockNumber, trx_num: 0, expired: false }
  },
  'network_broadcast_api.broadcast_transaction': (chain, params) => {
    chain.broadcast(fromObjectForm(param(params, 0, 'trx')))
    return {}
  },
  'transaction_status_api.find_transaction': (chain, params) => {
    const id = textParam(params, 0, 'transaction_id')
    if (!/^[0-9a-f]{40}$/.test(id)) throw invalidParams('transaction_id must be 20 bytes as hex')
    return findTransaction(chain, id, param(params, 1, 'expiration'))
  },
}

function findTransaction(chain: SandboxChain, id: string, expiration: unknown) {
  const head = chain.headBlock()
  const receipt = chain.findTransaction(id)
  if (!receipt) {
    const expirationMs = typeof expiration === 'string' ? Date.parse(`${expiration}Z`) : Number.NaN
    const block = Number.isFinite(expirationMs) ? blockNumberAt(expirationMs) : head.number
    return { status: block < head.number ? 'expired_irreversible' : 'unknown' }
  }
  if (receipt.blockNumber > head.number) return { status: 'within_mempool' }
  const isIrreversible = receipt.blockNumber < head.number
  const status = isIrreversible ? 'within_irreversible_block' : 'within_reversible_block'
  return { status, block_num: receipt.blockNumber }
}
