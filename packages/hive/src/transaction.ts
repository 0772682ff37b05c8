import { PrivateKey } from 'hive-tx'
import type { Operation, Transaction, UnsignedTransaction } from './operation.ts'
import { serializeTransaction } from './serialize.ts'

export const mainnetChainId = 'beeab0de00000000000000000000000000000000000000000000000000000000'

/** Builds a transaction that is ready to be signed. It expires `expiresInMs` after the head block; the chain allows up to 24 h. */
export function prepareTransaction(
  head: { head_block_number: number; head_block_id: string; time: string },
  operations: Operation[],
  expiresInMs = 60_000,
): UnsignedTransaction {
  const prefix = hexToBytes(head.head_block_id.slice(8, 16))
  return {
    ref_block_num: head.head_block_number & 0xffff,
    ref_block_prefix: new DataView(prefix.buffer).getUint32(0, true),
    // Counted from the chain's clock, because this machine's clock may differ.
    expiration: new Date(Date.parse(`${head.time}Z`) + expiresInMs).toISOString().slice(0, 19),
    operations,
    extensions: [],
  }
}

/** Adds a signature for each key, which may also be a text in wallet import format. Throws for a text that is not a private key. */
export async function signTransaction(
  transaction: UnsignedTransaction & { signatures?: readonly string[] },
  keys: readonly (string | PrivateKey)[],
  chainId: string,
): Promise<Transaction> {
  const digest = await sha256(signedBytes(transaction, chainId))
  const addedSignatures = keys.map((key) => (typeof key === 'string' ? PrivateKey.fromString(key) : key).sign(digest))
  const signatures = [
    ...(transaction.signatures ?? []),
    ...addedSignatures.map((signature) => signature.customToString()),
  ]
  return { ...transaction, signatures }
}

/** 20 bytes as hex. Does not depend on the chain. */
export async function transactionId(transaction: UnsignedTransaction): Promise<string> {
  const digest = await sha256(serializeTransaction(transaction))
  return [...digest.subarray(0, 20)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes that are hashed and signed: the chain id and the transaction. */
export function signedBytes(transaction: UnsignedTransaction, chainId: string): Uint8Array<ArrayBuffer> {
  const id = hexToBytes(chainId)
  const body = serializeTransaction(transaction)
  const bytes = new Uint8Array(id.length + body.length)
  bytes.set(id)
  bytes.set(body, id.length)
  return bytes
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}
