import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { channelInQuery, clipInAddress, replayInAddress } from '@waggle/contract/pages/page-addresses'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import type { Reportable } from './reportable.ts'

/** What somebody names by the address of its page, or an account by its name. Undefined when there is no such thing. */
export async function findThing(typed: string): Promise<Reportable | undefined> {
  const name = normaliseUsername(typed)
  if (isUsername(name)) return findChannel(name)
  if (!URL.canParse(typed.trim(), location.origin)) return undefined
  const address = new URL(typed.trim(), location.origin)
  if (address.host !== location.host) return undefined
  const [clipId, streamId] = [clipInAddress(address), replayInAddress(address)]
  try {
    if (clipId !== undefined) {
      const { maker } = await api('getClip', { params: { clipId } })
      return { kind: 'clip', username: maker, streamId: clipId }
    }
    if (streamId !== undefined) {
      const { username } = await api('getReplay', { params: { streamId } })
      return { kind: 'replay', username, streamId }
    }
  } catch (error) {
    if (error instanceof ApiError && error.isDefinitive) return undefined
    throw error
  }
  const channel = channelInQuery(address.searchParams)
  return isUsername(channel) ? findChannel(channel) : undefined
}

/** Of a channel that is live, the broadcast: its picture is kept. */
async function findChannel(username: string): Promise<Reportable> {
  const { isLive, streamId } = await api('getStreamByUser', { params: { username } })
  return isLive && streamId ? { kind: 'broadcast', username, streamId } : { kind: 'account', username }
}
