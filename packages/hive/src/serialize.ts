import { PublicKey } from 'hive-tx'
import type { Authority } from './authority.ts'
import type { Operation, OperationBodies, UnsignedTransaction } from './operation.ts'
import { operationIds } from './operation.ts'

/**
 * Serializes a transaction in Hive's binary form, which is hashed and signed: numbers are little-endian, lengths LEB128, and
 * members in the order of hived's `FC_REFLECT`. hive-tx contains the same, but binds it to mainnet's chain id when it is loaded.
 *
 * Throws a `RangeError` for values that the binary form cannot represent.
 */
export function serializeTransaction(transaction: UnsignedTransaction): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter()
  out.uint(transaction.ref_block_num, 2)
  out.uint(transaction.ref_block_prefix, 4)
  out.uint(Date.parse(`${transaction.expiration}Z`) / 1000, 4)
  out.list(transaction.operations, (operation) => writeOperation(out, operation))
  out.length(0)
  return out.bytes()
}

function writeOperation(out: ByteWriter, [name, body]: Operation): void {
  out.length(operationIds[name])
  writers[name](out, body as never)
}

const writers: { [Name in keyof OperationBodies]: (out: ByteWriter, body: OperationBodies[Name]) => void } = {
  vote(out, body) {
    out.text(body.voter)
    out.text(body.author)
    out.text(body.permlink)
    out.int16(body.weight)
  },
  comment(out, body) {
    out.text(body.parent_author)
    out.text(body.parent_permlink)
    out.text(body.author)
    out.text(body.permlink)
    out.text(body.title)
    out.text(body.body)
    out.text(body.json_metadata)
  },
  comment_options(out, body) {
    out.text(body.author)
    out.text(body.permlink)
    writeAmount(out, body.max_accepted_payout)
    out.uint(body.percent_hbd, 2)
    out.uint(Number(body.allow_votes), 1)
    out.uint(Number(body.allow_curation_rewards), 1)
    out.list(body.extensions, ([id, extension]) => {
      out.length(id)
      out.list(extension.beneficiaries, ({ account, weight }) => {
        out.text(account)
        out.uint(weight, 2)
      })
    })
  },
  delete_comment(out, body) {
    out.text(body.author)
    out.text(body.permlink)
  },
  transfer(out, body) {
    out.text(body.from)
    out.text(body.to)
    writeAmount(out, body.amount)
    out.text(body.memo)
  },
  account_update(out, body) {
    out.text(body.account)
    for (const authority of [body.owner, body.active, body.posting]) {
      out.uint(authority ? 1 : 0, 1)
      if (authority) writeAuthority(out, authority)
    }
    out.append(PublicKey.fromString(body.memo_key).key)
    out.text(body.json_metadata)
  },
  custom_json(out, body) {
    out.list(body.required_auths, (name) => out.text(name))
    out.list(body.required_posting_auths, (name) => out.text(name))
    out.text(body.id)
    out.text(body.json)
  },
}

function writeAuthority(out: ByteWriter, authority: Authority): void {
  out.uint(authority.weight_threshold, 4)
  out.list(authority.account_auths, ([name, weight]) => {
    out.text(name)
    out.uint(weight, 2)
  })
  out.list(authority.key_auths, ([key, weight]) => {
    out.append(PublicKey.fromString(key).key)
    out.uint(weight, 2)
  })
}

/** The binary form still uses the asset symbols of the chain's first years (hived, asset_symbol.hpp). */
const symbols: Record<string, string> = { HIVE: 'STEEM', HBD: 'SBD', VESTS: 'VESTS' }

function writeAmount(out: ByteWriter, amount: string): void {
  const [, whole, fraction, asset] = /^(\d{1,10})\.(\d{3}|\d{6}) (HIVE|HBD|VESTS)$/.exec(amount) ?? []
  if (whole === undefined || fraction === undefined || asset === undefined) throw new RangeError('Not a valid amount')
  out.uint64(BigInt(whole + fraction))
  out.uint(fraction.length, 1)
  out.append(new TextEncoder().encode(symbols[asset]!.padEnd(7, '\0')))
}

class ByteWriter {
  #chunks: Uint8Array[] = []

  append(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
  }

  uint(value: number, byteLength: 1 | 2 | 4): void {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * byteLength)) throw new RangeError('Out of range')
    this.append(Uint8Array.from({ length: byteLength }, (_, index) => Math.floor(value / 2 ** (8 * index)) % 256))
  }

  int16(value: number): void {
    if (!Number.isInteger(value) || value < -0x8000 || value > 0x7fff) throw new RangeError('Out of range')
    this.uint(value & 0xffff, 2)
  }

  uint64(value: bigint): void {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, value, true)
    this.append(bytes)
  }

  /** Unsigned LEB128. */
  length(value: number): void {
    const bytes = []
    let rest = value
    for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
    this.append(Uint8Array.from([...bytes, rest]))
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value)
    this.length(bytes.length)
    this.append(bytes)
  }

  list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.length(items.length)
    for (const item of items) write(item)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let offset = 0
    for (const chunk of this.#chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    return bytes
  }
}
