import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ActionKind, isLasting } from '@waggle/contract/operating/actions'
import type { SiteAction } from '@waggle/contract/operating/endpoints'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { FastifyInstance } from 'fastify'
import { deleteSessions, listSessions } from '../../db/accounts/sessions.ts'
import { replaceStreamKey } from '../../db/accounts/stream-keys.ts'
import { findLiveBroadcast } from '../../db/broadcasts/broadcasts.ts'
import type { Db } from '../../db/open.ts'
import { decideAppeal } from '../../db/operating/appeals.ts'
import { forbidAddress } from '../../db/operating/encoder-addresses.ts'
import {
  findSiteAction,
  insertSiteAction,
  type SiteActionRow,
  undoSiteAction,
} from '../../db/operating/site-actions.ts'
import { deleteClip, findClip } from '../../db/recordings/clips.ts'
import { findRecordingSettings } from '../../db/recordings/recording-settings.ts'
import { deleteRecordingAndClips, saveRecordingChoices } from '../../db/recordings/recordings.ts'
import { findReplay } from '../../db/recordings/replays.ts'
import { siteRoleOf } from '../../http/operating/site-role.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { announceEnded } from '../../http/sessions/announce-ended.ts'
import { hashStreamKey } from '../../lib/stream-key.ts'
import type { CoreContext } from '../context.ts'
import { writeActionCsv } from './action-csv.ts'
import { closeReported, takeReported } from './reported.ts'
import { requireRights } from './rights.ts'
import { searchActions } from './search-actions.ts'
import { clearProfile, removeMessage, requireAddress, requireMessage } from './things-acted-on.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What the people who run the site do to accounts and broadcasts, and the log of it, which nobody can change (rules OPERATE-3, OPERATE-4). */
export function siteActionRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, state, measures } = context

  route(app, context, 'takeSiteAction', async ({ body, session }) => {
    const { kind, username, reason, note, statement, reportId = null } = body
    await requireRights(context, session)
    // Otherwise two of them could lock each other out, and a thief all of them.
    if ((await siteRoleOf(context, username)) !== null) throw new Refusal('operator_protected')
    if (reason === 'other' && note === '' && statement === '') throw new Refusal('note_required')
    const streamId = await concernedStream(kind, username, body.streamId)
    const message = await requireMessage(context, body, body)
    const address = await requireAddress(context, body, body)
    const takenAtMs = now()
    const taken = await db.transaction().execute(async (transaction) => {
      const action = await insertSiteAction(transaction, {
        ...{ kind, username, streamId, reason, note, statement, reportId, ...message },
        takenBy: session.username,
        takenAtMs,
        untilMs: endOf(kind, body.minutes, takenAtMs),
      })
      if (action === undefined) throw new Refusal('action_in_effect')
      // Of two people who work on a report at once, one acts.
      const by = { by: session.username, nowMs: now() }
      if (reportId !== null && body.closesReport) {
        await closeReported(transaction, reportId, { outcome: 'acted', explanation: '', ...by })
      } else if (reportId !== null) await takeReported(transaction, reportId, by)
      if (address === undefined) return action
      const forbidden = { address, actionId: action.id, nowMs: now() }
      if (!(await forbidAddress(transaction, forbidden))) throw new Refusal('action_in_effect')
      return action
    })
    await carryOut(taken)
    await measures.announce()
    return toSiteAction(taken, now())
  })

  route(app, context, 'undoSiteAction', async ({ params, session }) => {
    await requireRights(context, session)
    if (!(await findSiteAction(db, params.actionId))) throw new Refusal('action_not_found')
    const by = { undoneBy: session.username, nowMs: now() }
    const undone = await db.transaction().execute(async (transaction) => {
      const action = await undoSiteAction(transaction, params.actionId, by)
      if (action === undefined) throw new Refusal('action_undone')
      await publishAgain(transaction, action)
      // There is nothing left to decide.
      await decideAppeal(transaction, action.id, {
        outcome: 'reverted',
        answer: '',
        decidedBy: by.undoneBy,
        nowMs: by.nowMs,
      })
      return action
    })
    await measures.announce()
    return toSiteAction(undone, now())
  })

  route(app, context, 'listSiteActions', async ({ query, session }) => {
    await requireRights(context, session)
    const { rows, next } = await searchActions(db, query)
    return { actions: rows.map((row) => toSiteAction(row, now())), hasMore: next !== null, next }
  })

  route(app, context, 'exportSiteActions', async ({ query, session, reply }) => {
    await requireRights(context, session)
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="waggle-actions.csv"')
    return Readable.from(writeActionCsv(db, query))
  })

  /** The broadcast or the recording that an action is about. */
  async function concernedStream(
    kind: ActionKind,
    username: string,
    streamId: string | undefined,
  ): Promise<string | null> {
    if (kind === 'remove-replay') {
      const replay = streamId === undefined ? undefined : await findReplay(db, streamId)
      if (replay?.username !== username) throw new Refusal('stream_not_found')
      return replay.id
    }
    if (kind === 'remove-clip') {
      const clip = streamId === undefined ? undefined : await findClip(db, streamId)
      if (clip?.maker !== username && clip?.channel !== username) throw new Refusal('clip_not_found')
      return clip.id
    }
    const broadcast = await findLiveBroadcast(db, username, now())
    if (kind === 'end-broadcast' && !broadcast) throw new Refusal('not_broadcasting')
    return broadcast?.id ?? null
  }

  function endOf(kind: ActionKind, minutes: number | null, takenAtMs: number): number | null {
    if (kind === 'end-broadcast') {
      return takenAtMs + Math.max(minutes ?? 0, operatingLimits.endedBroadcastMinMinutes) * minuteMs
    }
    if (
      kind === 'forbid-address' &&
      (minutes === null || minutes * minuteMs > context.config.keepAddressesDays * dayMs)
    ) {
      throw new Refusal('address_minutes')
    }
    return isLasting(kind) && minutes !== null ? takenAtMs + minutes * minuteMs : null
  }

  /** What is done once. What lasts is read by every process. */
  async function carryOut({ kind, username, streamId, channel, messageId }: SiteActionRow): Promise<void> {
    if (channel !== null && messageId !== null) await removeMessage(context, channel, messageId)
    if (kind === 'clear-profile') await clearProfile(context, username)
    // A recording that is stored later is born like this (db/recordings/recordings.ts).
    if (kind === 'end-broadcast' && streamId !== null) await saveRecordingChoices(db, streamId, { isPublic: false })
    if (kind === 'remove-replay' && streamId !== null) await deleteRecordingAndClips(db, streamId, now())
    if (kind === 'remove-clip' && streamId !== null) await deleteClip(db, streamId)
    if (kind === 'end-sessions') {
      const sessions = await listSessions(db, username, now())
      announceEnded(
        state,
        await deleteSessions(
          db,
          sessions.map(({ tokenHash }) => tokenHash),
        ),
      )
    }
    if (kind === 'revoke-stream-key') {
      // Nobody knows this key.
      const keyHash = hashStreamKey(context.secrets.streamKey, randomBytes(24).toString('base64url'))
      await replaceStreamKey(db, username, keyHash, now())
      await state.publish('stream-key-replaced', { username })
    }
  }
}

/** A recording that was hidden with its broadcast is shown again, as its channel has chosen for all of them. */
export async function publishAgain(db: Db, { kind, username, streamId }: SiteActionRow): Promise<void> {
  if (kind !== 'end-broadcast' || streamId === null) return
  const { isPublishedAtOnce } = await findRecordingSettings(db, username)
  await saveRecordingChoices(db, streamId, { isPublic: isPublishedAtOnce })
}

export function toSiteAction(row: SiteActionRow, nowMs: number): SiteAction {
  const { id, kind, username, streamId, reason, note, takenBy, takenAtMs, untilMs, undoneBy, undoneAtMs, previous } =
    row
  const { channel, messageId } = row
  const isInEffect = isLasting(kind) && undoneAtMs === null && (untilMs === null || untilMs > nowMs)
  return {
    ...{ id, kind, username, streamId, reason, note, takenBy, takenAt: takenAtMs, until: untilMs },
    ...{ undoneBy, undoneAt: undoneAtMs, isInEffect, previous, channel, messageId },
    ...{ statement: row.statement, reportId: row.reportId },
  }
}
