import type { StoredGroup } from '@waggle/contract/privacy/groups'
import type { Database } from '../../schema/schema.ts'

/**
 * What a column holds. `name`: the name of an account. `personal`: something that an account has said, chosen or done. Both are in what an
 * account downloads. `secret`: a hash or a salt, which never leaves the server. `technical`: nothing about a person.
 */
export type ColumnUse = 'name' | 'personal' | 'secret' | 'technical'

/** Rows of a table that are about an account. */
export interface StoredRows<Column extends string = string> {
  /** The column with the name of the account, or with the id of something that belongs to it. */
  of: Column | { column: Column; in: ParentTable }
  /** Lets the database use an index that begins with this column, of which the other table has all values. */
  among?: { column: Column; in: keyof Database }
  /** `deleted`: when the account is deleted. `kept`: they stay, and the account is told. `media`: the process that has the recordings deletes them. */
  onDeletion: 'deleted' | 'kept' | 'media'
  /** `others`: what others have written about or to the account. It is not in what the account downloads. */
  download?: 'others'
  /** Columns that would tell the account who somebody else is: who reported it, for example. */
  hides?: readonly Column[]
}

export interface StoredTable<Column extends string = string> {
  /** Under which heading people find it; null where no row is about a person. */
  group: StoredGroup | null
  /** The columns that name a row: a download reads them in this order. */
  key: readonly Column[]
  /** Completes 'Stored …': 'so that you can …'. */
  why: string
  /** Completes 'Kept …': 'until …'. */
  kept: string
  columns: Readonly<Record<Column, ColumnUse>>
  rows: readonly StoredRows<Column>[]
}

/** The rows of these belong to an account, and rows of other tables to them. */
export const parentTables = {
  broadcasts: { table: 'broadcasts', owner: 'username' },
  webhooks: { table: 'webhooks', owner: 'username' },
  clips: { table: 'clips', owner: 'channel' },
  'reported things': { table: 'reported_things', owner: 'username' },
  'own clips': { table: 'clips', owner: 'maker' },
} as const
type ParentTable = keyof typeof parentTables

type ColumnsOf<Table extends keyof Database> = Extract<keyof Database[Table], string>

/** An entry for each of these tables, with each of its columns. */
export type StoredTables<Table extends keyof Database> = { [Name in Table]: StoredTable<ColumnsOf<Name>> }
