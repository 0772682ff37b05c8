import { findChatSettings } from '../db/chat/chat-settings.ts'
import { findRestriction } from '../db/chat/moderation.ts'
import { countRecentTips, listUndecidedTips, recordTipDecision, type TipRow } from '../db/tips/tips.ts'
import { startPeriodicTask } from '../lib/periodic-task.ts'
import { tipView } from '../lib/tip-view.ts'
import type { ChatContext } from './context.ts'
import { roleOf } from './moderation/permissions.ts'
import type { RoomRegistry } from './rooms/room-registry.ts'
import { judge } from './sending/judge.ts'

const tipsPerRun = 100
/** Further tips of the same sender appear only in the streamer's list, because the smallest tips cost next to nothing. */
const shownPerWindow = 10
const windowMs = 30_000
/** For tips whose notification was lost, for example while Redis was unreachable. */
const pollIntervalMs = 15_000

/**
 * Shows each tip that was found on the chain as a message and an event in the channel's room, once. Tips do not bypass
 * moderation: those of restricted users are not shown, and text that the channel does not allow is left out.
 */
export async function startTipMessages(context: ChatContext, rooms: RoomRegistry): Promise<{ close(): Promise<void> }> {
  const { db, state, log } = context
  let isClosed = false
  let lastRun = Promise.resolve()

  /** Runs do not overlap: each starts when the previous one has ended. */
  function run(): Promise<void> {
    lastRun = lastRun.then(decideOnTips).catch(logError)
    return lastRun
  }

  function logError(error: unknown): void {
    log.warn({ error }, 'chat: could not show tips; trying again')
  }

  async function decideOnTips(): Promise<void> {
    if (isClosed) return
    for (const tip of await listUndecidedTips(db, tipsPerRun)) await decideOnTip(tip)
  }

  async function decideOnTip(tip: TipRow): Promise<void> {
    const { channel, sender, amount } = tip
    const role = await roleOf(db, channel, sender)
    const isShown =
      !(await findRestriction(db, channel, sender, context.now())) &&
      (await countRecentTips(db, tip, windowMs)) <= shownPerWindow
    const text = isShown ? await allowedText(tip, role) : ''
    const draft = {
      ...{ channel, username: sender, message: text, kind: 'tip' as const, tip: amount },
      ...{ role, replyTo: null, idempotencyKey: null },
    }
    const message = await recordTipDecision(db, tip, isShown ? draft : undefined, context.now())
    if (!message) return
    rooms.publish({ kind: 'message', message })
    const payload = { channel, ...tipView(tip), message: text }
    rooms.publish({ kind: 'event', channel, audience: 'everyone', name: 'tip', payload })
  }

  /** Applies the rules about the text. The sender has paid for the rules about who may write and how often. */
  async function allowedText({ channel, message }: TipRow, role: Awaited<ReturnType<typeof roleOf>>): Promise<string> {
    const { rules, blockedWords } = await findChatSettings(db, channel)
    const paidFor = { slowMode: false, followersOnly: false, minAccountAgeDays: 0, minReputation: null }
    const verdict = judge({ typed: message, nowMs: context.now(), role, rules: { ...rules, ...paidFor }, blockedWords })
    return verdict.allowed ? verdict.text : ''
  }

  await state.subscribe('tip', () => void run())
  void run()
  const polling = startPeriodicTask(run, { pauseMs: pollIntervalMs, onError: logError })
  return {
    async close() {
      isClosed = true
      await polling.close()
      await lastRun
    },
  }
}
