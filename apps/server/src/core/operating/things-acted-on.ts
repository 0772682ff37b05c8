import type { ActionKind } from '@waggle/contract/operating/actions'
import { saveChannel } from '../../db/accounts/channels.ts'
import { findSchedule, saveSchedule } from '../../db/accounts/schedules.ts'
import { withdrawMessage } from '../../db/chat/chat-deletions.ts'
import { findMessage } from '../../db/chat/chat-messages.ts'
import { listEncoderAddresses } from '../../db/operating/encoder-addresses.ts'
import { Refusal } from '../../http/refusal.ts'
import type { CoreContext } from '../context.ts'

/** More than an account uses in the days for which addresses are kept. */
export const shownAddresses = 20

/** What of an account an action is about, besides a broadcast or a recording. */
export interface ThingActedOn {
  channel?: string | undefined
  messageId?: string | undefined
  address?: string | undefined
  isNetwork?: boolean | undefined
}

type ThingContext = Pick<CoreContext, 'db' | 'now' | 'state'>

/** The message that an action removes, with its channel; nothing for other actions. Refuses one that the account has not written. */
export async function requireMessage(
  { db }: ThingContext,
  { kind, username }: { kind: ActionKind; username: string },
  { channel, messageId }: ThingActedOn,
): Promise<{ channel: string; messageId: string } | undefined> {
  if (kind !== 'remove-message') return undefined
  const message = channel && messageId ? await findMessage(db, channel, messageId) : undefined
  if (message?.username !== username) throw new Refusal('chat_message_not_found')
  return { channel: message.channel, messageId: message.id }
}

/** The address or network that an action forbids; nothing for other actions. Only one from which the account has broadcast can be named. */
export async function requireAddress(
  { db }: ThingContext,
  { kind, username }: { kind: ActionKind; username: string },
  { address, isNetwork = false }: ThingActedOn,
): Promise<string | undefined> {
  if (kind !== 'forbid-address') return undefined
  const known = await listEncoderAddresses(db, { username }, shownAddresses)
  const found = known.find((one) => one.address === address)
  if (found === undefined) throw new Refusal('address_not_found')
  return isNetwork ? found.network : found.address
}

/** Its text is gone for good, and it disappears from open pages. */
export async function removeMessage({ db, now, state }: ThingContext, channel: string, id: string): Promise<void> {
  await withdrawMessage(db, channel, id, now())
  await state.publish('chat', { kind: 'event', channel, audience: 'everyone', name: 'message-deleted', payload: id })
}

/** Title, description, tags and panels of the channel, and the titles of what it has planned. */
export async function clearProfile({ db, now }: ThingContext, username: string): Promise<void> {
  await saveChannel(db, { username, title: '', description: '', tags: [], panels: [] }, now())
  const planned = await findSchedule(db, username)
  if (planned.length > 0) {
    await saveSchedule(
      db,
      username,
      planned.map((broadcast) => ({ ...broadcast, title: '' })),
    )
  }
}
