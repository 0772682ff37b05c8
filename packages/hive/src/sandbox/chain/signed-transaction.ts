import { createHash } from 'node:crypto'
import type { Operation, Transaction } from '../../operation.ts'
import { serializeTransaction } from '../../serialize.ts'
import { recoverFromDigest } from '../../signature.ts'
import { signedBytes } from '../../transaction.ts'
import { readFields, readInteger, readText } from '../operations/fields.ts'
import { readOperation } from '../operations/rules.ts'
import { hiveTime, isReferenceBlock } from './block.ts'
import { assertChain, ChainError } from './chain-error.ts'

/** hived: HIVE_MAX_TRANSACTION_SIZE and HIVE_MAX_TIME_UNTIL_EXPIRATION */
const maxBytes = 65_536
const maxLifetimeMs = 24 * 60 * 60_000
const maxOperations = 200
const maxSignatures = 40

/** A transaction whose form is correct. Its timing and signatures are not yet checked. */
export interface CheckedTransaction {
  transaction: Transaction
  /** 20 bytes as hex. */
  id: string
  sizeBytes: number
  expirationMs: number
}

/** Reads a transaction from the network and checks its form. Throws `ChainError`. */
export function readTransaction(value: unknown): CheckedTransaction {
  const fields = readFields(value, 'transaction')
  const expiration = readText(fields, 'expiration')
  const expirationMs = Date.parse(`${expiration}Z`)
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(expiration) && hiveTimeOrEmpty(expirationMs) === expiration
  assertChain(isTime, 'expiration is not a time')
  const { operations, extensions, signatures } = fields
  assertChain(
    Array.isArray(operations) && operations.length > 0 && operations.length <= maxOperations,
    'A transaction must have at least one operation',
  )
  assertChain(Array.isArray(extensions) && extensions.length === 0, 'extensions must be empty')
  assertChain(Array.isArray(signatures) && signatures.length <= maxSignatures, 'signatures must be a list')
  for (const signature of signatures)
    assertChain(typeof signature === 'string' && /^[0-9a-f]{130}$/i.test(signature), 'A signature has 65 bytes')
  const transaction: Transaction = {
    ref_block_num: readInteger(fields, 'ref_block_num', 0, 0xffff),
    ref_block_prefix: readInteger(fields, 'ref_block_prefix', 0, 0xffff_ffff),
    expiration,
    operations: operations.map(readOperation) as Operation[],
    extensions: [],
    signatures: signatures as string[],
  }
  const bytes = serializeTransaction(transaction)
  const sizeBytes = bytes.length + 1 + signatures.length * 65
  assertChain(sizeBytes <= maxBytes, `Transaction is too large: ${sizeBytes} of ${maxBytes} bytes`)
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 40)
  return { transaction, id, sizeBytes, expirationMs }
}

/** Throws `ChainError` if a transaction has expired, expires too late, or refers to a block of another chain. */
export function checkTiming(
  checked: CheckedTransaction,
  chainId: string,
  head: { number: number; timeMs: number },
): void {
  if (head.timeMs >= checked.expirationMs)
    throw new ChainError('transaction expiration exception:now < trx.expiration', 'transaction_expiration_exception')
  if (checked.expirationMs > head.timeMs + maxLifetimeMs)
    throw new ChainError(
      'transaction expiration exception:trx.expiration <= now + HIVE_MAX_TIME_UNTIL_EXPIRATION',
      'transaction_expiration_exception',
    )
  const { ref_block_num, ref_block_prefix } = checked.transaction
  if (!isReferenceBlock(chainId, head.number, ref_block_num, ref_block_prefix))
    throw new ChainError('transaction tapos exception:ref_block_prefix', 'transaction_tapos_exception')
}

/** Returns the public keys of the signatures. Throws `ChainError` if a signature is invalid or a key has signed twice. */
export function recoverSigners(transaction: Transaction, chainId: string): Set<string> {
  const digest = createHash('sha256').update(signedBytes(transaction, chainId)).digest()
  const signers = new Set<string>()
  for (const signature of transaction.signatures) {
    const key = recoverFromDigest(digest, signature)
    assertChain(key, 'signature is not canonical')
    if (signers.has(key))
      throw new ChainError('duplicate signature included:Duplicate Signature detected', 'tx_duplicate_sig')
    signers.add(key)
  }
  return signers
}

function hiveTimeOrEmpty(timeMs: number): string {
  return Number.isFinite(timeMs) ? hiveTime(timeMs) : ''
}
