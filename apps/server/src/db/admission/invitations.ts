import type { Db } from '../open.ts'
import type { AdmittedList } from '../schema/admission-schema.ts'
import type { Database } from '../schema/schema.ts'

export interface InvitationRow {
  id: string
  list: AdmittedList
  note: string
  createdBy: string
  createdAtMs: number
  expiresAtMs: number
  /** How many more accounts may use it. */
  usesLeft: number
}

export async function insertInvitation(db: Db, secretHash: string, invitation: InvitationRow): Promise<void> {
  await db
    .insertInto('invitations')
    .values({
      id: invitation.id,
      secret_hash: secretHash,
      list: invitation.list,
      note: invitation.note,
      created_by: invitation.createdBy,
      created_at_ms: invitation.createdAtMs,
      expires_at_ms: invitation.expiresAtMs,
      uses_left: invitation.usesLeft,
    })
    .execute()
}

/** The latest first. */
export async function listInvitations(db: Db, nowMs: number): Promise<InvitationRow[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('expires_at_ms', '>', nowMs)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toInvitation)
}

export async function findInvitation(db: Db, secretHash: string, nowMs: number): Promise<InvitationRow | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Takes one use of the invitation with this secret: no more callers get it than it has uses. */
export async function takeInvitation(db: Db, secretHash: string, nowMs: number): Promise<InvitationRow | undefined> {
  // A caller that waited for another one's change reads the row again: what was the last use but one is then the last.
  const used = await db
    .updateTable('invitations')
    .set(({ eb }) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('secret_hash', '=', secretHash)
    .where('expires_at_ms', '>', nowMs)
    .where('uses_left', '>', 1)
    .returningAll()
    .executeTakeFirst()
  if (used) return toInvitation(used)
  const row = await db
    .deleteFrom('invitations')
    .where('secret_hash', '=', secretHash)
    .where('expires_at_ms', '>', nowMs)
    .returningAll()
    .executeTakeFirst()
  return row && toInvitation(row)
}

export async function deleteInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const row = await db.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst()
  return row && toInvitation(row)
}

function toInvitation(row: Database['invitations']): InvitationRow {
  return {
    id: row.id,
    list: row.list,
    note: row.note,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    usesLeft: row.uses_left ?? 1,
  }
}
