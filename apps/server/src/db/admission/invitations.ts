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

/** Takes the invitation with this secret: of several callers one gets it. */
export async function takeInvitation(db: Db, secretHash: string, nowMs: number): Promise<InvitationRow | undefined> {
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
  }
}
