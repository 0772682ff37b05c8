import { Readable } from 'node:stream'
import type { StoredGroup } from '@waggle/contract/privacy/groups'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteSessionsOf, type SessionRow } from '../../db/accounts/sessions.ts'
import { deleteStreamKey } from '../../db/accounts/stream-keys.ts'
import { findLiveBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { insertAccountDeletion } from '../../db/privacy/account-deletions.ts'
import { storedTables } from '../../db/privacy/stored-data.ts'
import { countStoredRows } from '../../db/privacy/stored-rows.ts'
import { limitCalls, limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { announceEnded } from '../../http/sessions/announce-ended.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import { proofLimit, withProof } from '../auth/proof.ts'
import type { CoreContext } from '../context.ts'
import { writeStoredData } from './write-stored-data.ts'

/** A download reads everything about an account. */
const downloadLimit: Limit = { name: 'stored-data', points: 10, perSeconds: 3600 }
const countLimit: Limit = { name: 'stored-data-count', points: 60, perSeconds: 60 }
/** Of this process, so that many of them do not take the database from everybody else. */
const maxDownloads = 4
const busyRetrySeconds = 10

/** What the site holds on the caller: counted, downloaded and deleted (rules PRIVACY-2 and PRIVACY-3). */
export function storedDataRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, state } = context
  const downloading = new Set<string>()

  route(app, context, 'getStoredData', async ({ session: { username } }) => {
    await limitCalls(context, countLimit, username)
    const { deleted, stays } = await count(username)
    return { isLive: (await findLiveBroadcast(db, username, now())) !== undefined, deleted, stays }
  })

  route(app, context, 'downloadStoredData', async ({ body, session, request, reply }) => {
    const { username } = session
    await requireOwn(body.username, session, request)
    await limitCalls(context, downloadLimit, username)
    if (downloading.has(username) || downloading.size >= maxDownloads) {
      throw new Refusal('data_download_busy', { retryAfterSeconds: busyRetrySeconds })
    }
    downloading.add(username)
    const giveBack = () => downloading.delete(username)
    try {
      await withProof(context, username, 'download-data', body, async () => undefined)
    } catch (error) {
      giveBack()
      throw error
    }
    const stream = Readable.from(writeStoredData(context, username))
    stream.once('close', giveBack)
    reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="waggle-${username}.json"`)
    return stream
  })

  route(app, context, 'deleteStoredData', async ({ body, session, request }) => {
    const { username } = session
    await requireOwn(body.username, session, request)
    const endedIds = await withProof(context, username, 'delete-data', body, async (transaction) => {
      // Checked here, so that a broadcast that has just begun is seen. One that begins a moment later has lost its stream key.
      if (await findLiveBroadcast(transaction, username, now())) throw new Refusal('still_live')
      await insertAccountDeletion(transaction, { username, requestedAtMs: now() })
      await deleteStreamKey(transaction, username)
      return deleteSessionsOf(transaction, username)
    })
    announceEnded(state, endedIds)
    await state.publish('stream-key-replaced', { username }).catch(() => undefined)
    const { stays } = await count(username)
    return { stays }
  })

  async function requireOwn(username: string, session: SessionRow, request: FastifyRequest): Promise<void> {
    if (username !== session.username) throw new Refusal('not_your_account')
    await limitCallsByAddress(context, proofLimit, request)
  }

  async function count(username: string) {
    const deleted = new Map<StoredGroup, number>()
    const stays = new Map<StoredGroup, number>()
    for (const [name, { group, rows }] of storedTables) {
      if (group === null) continue
      for (const each of rows) {
        const counts = each.onDeletion === 'kept' ? stays : deleted
        counts.set(group, (counts.get(group) ?? 0) + (await countStoredRows(db, name, each, username)))
      }
    }
    return { deleted: toList(deleted), stays: toList(stays) }
  }
}

function toList(counts: ReadonlyMap<StoredGroup, number>) {
  return [...counts].filter(([, rows]) => rows > 0).map(([group, rows]) => ({ group, rows }))
}
