import type { ChatMessage } from '@waggle/contract/chat/entities'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { findBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { messageId, tickOfMs } from '../../db/chat/chat-message-id.ts'
import { listLatestMessagesOf, listMessagesAround } from '../../db/chat/chat-messages.ts'
import { countEvidence, type Evidence } from '../../db/operating/evidence.ts'
import type { Reported } from '../../db/operating/reported-things.ts'
import { findClip } from '../../db/recordings/clips.ts'
import { findReplay } from '../../db/recordings/replays.ts'
import type { Stretch } from '../../db/recordings/stretch.ts'
import { randomId } from '../../lib/random-id.ts'
import type { CoreContext } from '../context.ts'

/** Of the account that is reported, or on both sides of the moment. */
const ownMessages = 10
const around = { before: 15, after: 10 }
/** What is live has a picture within seconds, and one that is stored within a minute. */
const pictureWithinMs = 3 * 60_000

/** What is to be seen now: titles change, messages are deleted, and recordings too. */
export async function gatherEvidence(
  context: CoreContext,
  reported: Reported,
  at: number | undefined,
): Promise<Evidence> {
  const { db, now } = context
  const { kind, username, streamId, channel, messageId: reportedId } = reported
  const nothing = { title: '', broadcastId: null, atMs: now(), media: null, pictureWantedUntilMs: null }
  if (kind === 'account') {
    const messages = channel === null ? [] : await listLatestMessagesOf(db, channel, username, ownMessages)
    return { ...nothing, messages: messages.map((message) => toEvidence(message, true)) }
  }
  if (kind === 'message') {
    const messages = await listMessagesAround(db, channel ?? '', reportedId ?? '', around)
    return { ...nothing, messages: messages.map((message) => toEvidence(message, message.id === reportedId)) }
  }
  const recorded = await findRecorded(context, kind, streamId ?? '', at)
  const { atMs } = recorded
  const messages = await listMessagesAround(db, channel ?? username, messageId(tickOfMs(atMs)), around)
  const kept = await countEvidence(db)
  return {
    title: recorded.title,
    messages: messages.map((message) => toEvidence(message, false)),
    broadcastId: recorded.broadcastId,
    atMs,
    media: kept.media < operatingLimits.evidenceMediaMax ? { id: `evid${randomId()}`, ...recorded.stretch } : null,
    pictureWantedUntilMs: kept.pictures < operatingLimits.evidencePicturesMax ? now() + pictureWithinMs : null,
  }
}

/** The moment that was reported, and the stretch around it; of a clip, all of it. */
async function findRecorded(
  { db, now }: CoreContext,
  kind: 'broadcast' | 'replay' | 'clip',
  streamId: string,
  at: number | undefined,
): Promise<{ title: string; broadcastId: string; atMs: number; stretch: Stretch }> {
  if (kind === 'clip') {
    const clip = await findClip(db, streamId)
    const [fromMs, untilMs] = [clip?.startsMs ?? now(), clip?.endsMs ?? now()]
    const broadcastId = clip?.broadcastId ?? streamId
    return { title: clip?.title ?? '', broadcastId, atMs: fromMs, stretch: { fromMs, untilMs } }
  }
  const replay = kind === 'replay' ? await findReplay(db, streamId) : undefined
  const broadcast = replay ? undefined : await findBroadcast(db, streamId)
  const [fromMs, untilMs] = replay
    ? [replay.startedAtMs, replay.endedAtMs]
    : [broadcast?.startedAtMs ?? 0, broadcast?.endedAtMs ?? now()]
  const atMs = Math.min(Math.max(at ?? (replay ? fromMs : untilMs), fromMs), untilMs)
  const { evidenceBeforeMs, evidenceAfterMs } = operatingLimits
  // At the beginning, more of what follows.
  const start = Math.max(atMs - evidenceBeforeMs, fromMs)
  const stretch = { fromMs: start, untilMs: start + evidenceBeforeMs + evidenceAfterMs }
  return { title: (replay ?? broadcast)?.title ?? '', broadcastId: streamId, atMs, stretch }
}

function toEvidence({ timestamp, username, message }: ChatMessage, isReported: boolean) {
  return { at: timestamp, username, message, isReported }
}
