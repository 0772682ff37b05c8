import { createHash } from 'node:crypto'
import { type Row, readTable, type SiteTables, type TableShape } from './site-tables.ts'

/** How many rows a table has, and what they hold. */
export interface TableSum {
  rows: number
  checksum: string
}

/**
 * Adds rows up. The order of the rows makes no difference, because two engines sort text differently; every value and every row does.
 */
export class RowCounter {
  #rows = 0
  #low = 0n
  #high = 0n

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const digest = createHash('sha256').update(JSON.stringify(row)).digest()
      this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(0))
      this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(8))
    }
    this.#rows += rows.length
  }

  get sum(): TableSum {
    const hex = (half: bigint) => half.toString(16).padStart(16, '0')
    return { rows: this.#rows, checksum: hex(this.#high) + hex(this.#low) }
  }
}

export async function sumOf(tables: SiteTables, table: TableShape): Promise<TableSum> {
  const counter = new RowCounter()
  for await (const rows of readTable(tables, table)) counter.add(rows)
  return counter.sum
}

export function isSame(a: TableSum | undefined, b: TableSum | undefined): boolean {
  return a !== undefined && a.rows === b?.rows && a.checksum === b.checksum
}
