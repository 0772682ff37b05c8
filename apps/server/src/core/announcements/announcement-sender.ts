import type { AnnouncementProblem } from '@waggle/contract/hive/announcement-problems'
import type { AnnouncementDraft } from '@waggle/contract/hive/endpoints'
import { accountSatisfies } from '@waggle/hive/authority'
import { type HiveGateway, HiveUnavailable } from '@waggle/hive/gateway'
import { HiveRpcError } from '@waggle/hive/json-rpc'
import type { Transaction } from '@waggle/hive/operation'
import { prepareTransaction } from '@waggle/hive/transaction'
import { findAnnouncementSettings } from '../../db/announcements/announcement-settings.ts'
import { type AnnouncementChange, type AnnouncementRow, startSending } from '../../db/announcements/announcements.ts'
import { type BroadcastRow, findBroadcast, isLive } from '../../db/broadcasts/broadcasts.ts'
import { findPeakViewers } from '../../db/broadcasts/peak-viewers.ts'
import type { Db } from '../../db/open.ts'
import { findReplay } from '../../db/recordings/replays.ts'
import type { SiteSettings } from '../../http/operating/site-settings.ts'
import { siteNameOf } from '../identity/identity.ts'
import { announcementBody, announcementOperations, draftAnnouncement } from './announcement-post.ts'
import { findChainPost } from './chain-post.ts'
import type { Poster } from './poster.ts'

export interface SenderContext {
  db: Db
  hive: HiveGateway
  poster: Poster | undefined
  publicUrl: string
  settings: SiteSettings
  now(): number
}

/** hived: HIVE_MIN_ROOT_COMMENT_INTERVAL, plus one block. */
const rootIntervalMs = 5 * 60_000 + 3000
/** An accepted transaction is visible in the next block. */
const recheckMs = 1500
const ownPostCheckMs = 3000
const authorityRetryMs = 15_000
const creditsRetryMs = 60_000
const editRetryMs = 3000
/** A transaction expires by the chain's clock. One that was accepted just before may become visible a little later. */
const expiryGraceMs = 15_000
const refusedAttemptsMax = 5
const editsMax = 2
/** After this time, a summary that could not be written is given up. */
const closingLifeMs = 24 * 60 * 60_000

/**
 * Advances one announcement by one step: checks the chain first, then sends. Every transaction is stored before it is sent, and sent
 * again unchanged until it has expired. The chain accepts a transaction only once and a permlink names one post, so there is never a
 * second post. Returns the change to store, and does not throw when the chain is unreachable or refuses.
 */
export async function advanceAnnouncement(context: SenderContext, row: AnnouncementRow): Promise<AnnouncementChange> {
  const broadcast = await findBroadcast(context.db, row.broadcastId)
  if (!broadcast) return { state: 'abandoned', problem: 'ended' }
  try {
    if (row.state === 'waiting') return await publish(context, row, broadcast)
    if (row.state === 'published') return await beginClosing(context, row, broadcast)
    return await close(context, row, broadcast)
  } catch (error) {
    if (!(error instanceof HiveUnavailable)) throw error
    const waitMs = Math.min(60_000, 1000 * 2 ** Math.min(row.attempts, 6))
    return { ...retryIn(context, waitMs, 'hive_unavailable'), attempts: row.attempts + 1 }
  }
}

async function publish(
  context: SenderContext,
  row: AnnouncementRow,
  broadcast: BroadcastRow,
): Promise<AnnouncementChange> {
  const { username } = row
  const nowMs = context.now()
  if (await findChainPost(context.hive, username, row.permlink)) {
    const state = row.isOwn ? 'finished' : 'published'
    return { state, sending: null, problem: null, attempts: 0, publishedAtMs: nowMs, nextAttemptAtMs: nowMs }
  }
  if (row.sending) {
    const transaction = JSON.parse(row.sending) as Transaction
    const outcome = await sendUnlessExpired(context, row, transaction)
    if (outcome) return outcome
  }
  if (!isLive(broadcast, nowMs)) return { state: 'abandoned', sending: null, problem: row.problem ?? 'ended' }
  if (row.isOwn) return { nextAttemptAtMs: nowMs + ownPostCheckMs }

  const { poster } = context
  if (!poster) return retryIn(context, authorityRetryMs, 'no_poster_key')
  const account = await context.hive.getAccount(username)
  if (!account || !accountSatisfies(account.posting, poster.account))
    return retryIn(context, authorityRetryMs, 'no_authority')
  const head = await context.hive.getDynamicGlobalProperties()
  // Both times are the chain's own.
  const waitMs = Date.parse(`${account.last_root_post}Z`) + rootIntervalMs - Date.parse(`${head.time}Z`)
  if (waitMs > 0) return retryIn(context, Math.min(waitMs, rootIntervalMs), 'five_minutes')

  const settings = await findAnnouncementSettings(context.db, username)
  const draft = draftAnnouncement(
    { broadcast, publicUrl: context.publicUrl, siteName: siteNameOf(context) },
    settings,
    poster.account,
  )
  const operations = announcementOperations(username, draft, true)
  const transaction = await poster.sign(prepareTransaction(head, operations))
  const mayBeSent = await startSending(context.db, row.broadcastId, JSON.stringify(transaction), JSON.stringify(draft))
  return mayBeSent ? send(context, row, transaction) : { nextAttemptAtMs: nowMs }
}

/** The broadcast has ended: prepares the summary that replaces the post's text. */
async function beginClosing(
  context: SenderContext,
  row: AnnouncementRow,
  broadcast: BroadcastRow,
): Promise<AnnouncementChange> {
  const nowMs = context.now()
  if (!row.draft) return { state: 'finished' }
  const draft = JSON.parse(row.draft) as AnnouncementDraft
  const durationMs = (broadcast.endedAtMs ?? broadcast.lastMediaAtMs) - broadcast.startedAtMs
  const peakViewers = await findPeakViewers(context.db, row.broadcastId)
  // Of one that its channel publishes later, or never, the post says nothing.
  const hasReplay = (await findReplay(context.db, row.broadcastId))?.isPublic ?? false
  const ended = { durationMs, peakViewers, hasReplay }
  const body = announcementBody({ broadcast, publicUrl: context.publicUrl, siteName: siteNameOf(context), ended })
  return { state: 'closing', draft: JSON.stringify({ ...draft, body }), attempts: 0, nextAttemptAtMs: nowMs }
}

async function close(
  context: SenderContext,
  row: AnnouncementRow,
  broadcast: BroadcastRow,
): Promise<AnnouncementChange> {
  const done: AnnouncementChange = { state: 'finished', sending: null, problem: null }
  const failed: AnnouncementChange = { ...done, problem: 'not_updated' }
  const draft = JSON.parse(row.draft ?? '{}') as AnnouncementDraft
  const post = await findChainPost(context.hive, row.username, row.permlink)
  if (!post || post.body === draft.body) return done
  if (context.now() - (broadcast.endedAtMs ?? broadcast.lastMediaAtMs) > closingLifeMs) return failed
  if (row.sending) {
    const outcome = await sendUnlessExpired(context, row, JSON.parse(row.sending) as Transaction)
    if (outcome) return outcome
    // The edit seems to have been accepted, yet the text differs: an outdated text is better than endless edits.
    if (row.attempts >= editsMax) return failed
  }
  const { poster } = context
  const account = poster && (await context.hive.getAccount(row.username))
  if (!account || !accountSatisfies(account.posting, poster.account)) return failed
  const head = await context.hive.getDynamicGlobalProperties()
  const operations = announcementOperations(row.username, draft, false)
  const transaction = await poster.sign(prepareTransaction(head, operations))
  const mayBeSent = await startSending(context.db, row.broadcastId, JSON.stringify(transaction), JSON.stringify(draft))
  return mayBeSent ? { attempts: row.attempts + 1, ...(await send(context, row, transaction)) } : done
}

/** Sends the transaction again unless it has expired. Undefined when it can no longer take effect, and a new one may be made. */
async function sendUnlessExpired(
  context: SenderContext,
  row: AnnouncementRow,
  transaction: Transaction,
): Promise<AnnouncementChange | undefined> {
  const head = await context.hive.getDynamicGlobalProperties()
  const leftMs = Date.parse(`${transaction.expiration}Z`) - Date.parse(`${head.time}Z`)
  if (leftMs > 0) return send(context, row, transaction)
  return leftMs > -expiryGraceMs ? retryIn(context, recheckMs, row.problem) : undefined
}

async function send(
  context: SenderContext,
  row: AnnouncementRow,
  transaction: Transaction,
): Promise<AnnouncementChange> {
  try {
    await context.hive.call('condenser_api.broadcast_transaction', [transaction])
  } catch (error) {
    if (!(error instanceof HiveRpcError)) throw error
    if (!isDuplicate(error)) return refused(context, row, error)
  }
  // A node has accepted it. The next step checks whether it is on the chain.
  return retryIn(context, recheckMs, null)
}

function refused(context: SenderContext, row: AnnouncementRow, error: HiveRpcError): AnnouncementChange {
  const retry = (waitMs: number, problem: AnnouncementProblem | null): AnnouncementChange => ({
    ...retryIn(context, waitMs, problem),
    sending: null,
  })
  const text = `${error.exception} ${error.message}`
  // The account has granted authority to the poster, as checked before, so the key must be wrong.
  if (/missing_posting_auth|irrelevant_sig/.test(text)) return retry(authorityRetryMs, 'poster_key_refused')
  if (/not_enough_rc/.test(text)) return retry(creditsRetryMs, 'not_enough_rc')
  if (/once every 5 minutes/.test(text)) return retry(authorityRetryMs, 'five_minutes')
  if (/one comment edit per block/.test(text)) return retry(editRetryMs, null)
  if (/expir/i.test(text)) return retry(0, row.problem)
  const attempts = row.attempts + 1
  if (attempts < refusedAttemptsMax) return { ...retry(10_000 * attempts, 'refused'), attempts }
  if (row.state === 'closing') return { state: 'finished', sending: null, problem: 'not_updated' }
  return { state: 'abandoned', sending: null, problem: 'refused' }
}

/** A duplicate means that the chain has the transaction. */
function isDuplicate(error: HiveRpcError): boolean {
  return /duplicate transaction/i.test(error.message)
}

function retryIn(context: SenderContext, waitMs: number, problem: AnnouncementProblem | null): AnnouncementChange {
  return { problem, nextAttemptAtMs: context.now() + waitMs }
}
