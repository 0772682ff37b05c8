import { createHash, randomBytes } from 'node:crypto'
import { admissionLimits } from '@waggle/contract/admission/limits'
import type { FastifyInstance } from 'fastify'
import { closeAdmissionRequest } from '../../db/admission/admission-requests.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  takeInvitation,
} from '../../db/admission/invitations.ts'
import { timedId } from '../../db/operating/timed-id.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { giveEntrance } from '../entrance/entrance-routes.ts'
import { requireRights } from '../operating/rights.ts'
import { admit, log } from './admitted-lists.ts'

const dayMs = 24 * 60 * 60_000

/** Links that let whoever opens them broadcast (rule ADMIT-7), or enter a private site (rule MEMBER-6). */
export function invitationRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, admitted } = context

  route(app, context, 'listInvitations', async ({ session }) => {
    await requireRights(context, session)
    return { invitations: (await listInvitations(db, now())).map(toInvitation) }
  })

  route(app, context, 'createInvitation', async ({ body: { list, uses, note, days }, session }) => {
    await requireRights(context, session)
    if ((await listInvitations(db, now())).length >= admissionLimits.invitationsMax) {
      throw new Refusal('too_many_invitations')
    }
    const secret = randomBytes(24).toString('base64url')
    const createdAtMs = now()
    const times = { createdAtMs, expiresAtMs: createdAtMs + days * dayMs }
    const row: InvitationRow = {
      id: timedId(createdAtMs),
      list,
      note,
      usesLeft: uses,
      createdBy: session.username,
      ...times,
    }
    await db.transaction().execute(async (transaction) => {
      await insertInvitation(transaction, hashOf(secret), row)
      await log(transaction, now(), { kind: 'create-invitation', username: '', by: session.username, note })
    })
    return { invitation: toInvitation(row), secret }
  })

  route(app, context, 'revokeInvitation', async ({ params, session }) => {
    await requireRights(context, session)
    await db.transaction().execute(async (transaction) => {
      const row = await deleteInvitation(transaction, params.invitationId)
      if (row === undefined) throw new Refusal('invitation_not_found')
      await log(transaction, now(), { kind: 'revoke-invitation', username: '', by: session.username, note: row.note })
    })
    return { success: true as const }
  })

  route(app, context, 'acceptInvitation', async ({ body, session, reply }) => {
    const { username } = session
    const list = await db.transaction().execute(async (transaction) => {
      const secretHash = hashOf(body.secret)
      const shown = await findInvitation(transaction, secretHash, now())
      // Whoever is a member already does not take somebody else's place.
      if (shown?.list === 'members' && context.entrance.isMember(username)) return shown.list
      const invitation = await takeInvitation(transaction, secretHash, now())
      if (invitation === undefined) throw new Refusal('invitation_not_found')
      const note = ['by invitation', invitation.note].filter(Boolean).join(': ')
      const admitted = { username, by: invitation.createdBy, note }
      if (invitation.list === 'streamers') {
        await admit(transaction, now(), 'streamers', admitted)
        await closeAdmissionRequest(transaction, username, { state: 'approved', nowMs: now() })
      }
      // Nobody can broadcast on a private site who is not on it.
      if (invitation.list === 'members' || context.entrance.isPrivate) {
        await admit(transaction, now(), 'members', admitted)
      }
      return invitation.list
    })
    await admitted.announce()
    giveEntrance(context, reply, session)
    return { success: true as const, list }
  })
}

/** The secret has 192 random bits: a plain hash cannot be searched. */
function hashOf(secret: string): string {
  return createHash('sha256').update(`invitation ${secret}`).digest('hex')
}

function toInvitation({ id, list, usesLeft, note, createdBy, createdAtMs, expiresAtMs }: InvitationRow) {
  return { ...{ id, list, usesLeft, note, createdBy }, createdAt: createdAtMs, expiresAt: expiresAtMs }
}
