import { findChatSettings } from '../db/chat/chat-settings.ts'
import { findRestriction } from '../db/chat/moderation.ts'
import { countRecentTips, listUndecidedTips, recordTipDecision, type TipRow } from '../db/tips/tips.ts'
import { tipView } from '../lib/tip-view.ts'
import type { ChatContext } from './context.ts'
import { roleOf } from './moderation/permissions.ts'
import type { Hub } from './rooms/hub.ts'
import { judge } from './sending/judge.ts'

const perRound = 100
/** More tips of one sender are the streamer's to read, not the room's: the smallest cost nearly nothing. */
const shownPerWindow = 10
const windowMs = 30_000
/** For tips whose notice was lost, such as while Redis was away. */
const roundIntervalMs = 15_000

/**
 * Tells the room of each tip found on the chain, once, in its place among the messages. Money buys no way around moderation:
 * who may not write is not heard, and words the channel does not allow are left out.
 */
export async function startTipMessages(context: ChatContext, hub: Hub): Promise<{ close(): Promise<void> }> {
  const { db, state, log } = context
  let isClosed = false
  let round = Promise.resolve()

  function look(): void {
    round = round.then(tellAll).catch((error) => log.warn({ error }, 'chat: could not tell of tips; trying again'))
  }

  async function tellAll(): Promise<void> {
    if (isClosed) return
    for (const tip of await listUndecidedTips(db, perRound)) await tell(tip)
  }

  async function tell(tip: TipRow): Promise<void> {
    const { channel, sender, amount } = tip
    const role = await roleOf(db, channel, sender)
    const isHeard =
      !(await findRestriction(db, channel, sender, context.now())) &&
      (await countRecentTips(db, tip, windowMs)) <= shownPerWindow
    const text = isHeard ? await allowedWords(tip, role) : ''
    const draft = {
      ...{ channel, username: sender, message: text, kind: 'tip' as const, tip: amount },
      ...{ role, replyTo: null, idempotencyKey: null },
    }
    const message = await recordTipDecision(db, tip, isHeard ? draft : undefined, context.now())
    if (!message) return
    hub.publish({ kind: 'message', message })
    const payload = { channel, ...tipView(tip), message: text }
    hub.publish({ kind: 'event', channel, audience: 'everyone', name: 'tip', payload })
  }

  /** The rules about what is said hold; those about who may write, and how often, were paid for. */
  async function allowedWords({ channel, message }: TipRow, role: Awaited<ReturnType<typeof roleOf>>): Promise<string> {
    const { rules, blockedWords } = await findChatSettings(db, channel)
    const paidFor = { slowMode: false, followersOnly: false, minAccountAgeDays: 0, minReputation: null }
    const verdict = judge({ typed: message, nowMs: context.now(), role, rules: { ...rules, ...paidFor }, blockedWords })
    return verdict.allowed ? verdict.text : ''
  }

  await state.subscribe('tip', look)
  const timer = setInterval(look, roundIntervalMs)
  look()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await round
    },
  }
}
