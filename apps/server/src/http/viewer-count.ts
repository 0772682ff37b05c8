import { limits } from '@waggle/contract/limits'
import { addressGroup } from '../lib/network/address-group.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

/** The viewer ids of those who are not counted (rule PLAYER-13): the broadcast's owner, and previews. Ids of viewers are longer. */
export const ownerId = 'owner'
export const previewId = 'preview'

export function isCounted(viewerId: string): boolean {
  return viewerId !== ownerId && viewerId !== previewId
}

/**
 * Viewers count for this much longer than their key lasts, or the count would fall and rise at every change of keys: with a key frame
 * every 8 s, a player that loads whole segments asks for the next key up to two segments into its period.
 */
const lateKeyMs = 10_000

interface CountContext {
  state: SharedState
  now(): number
}

interface Viewer {
  streamId: string
  viewerId: string
}

/**
 * Counts a viewer until the given time (rule PLAYER-13). Only so many viewers of one address count, because anybody can request any
 * number of tokens; the others watch all the same.
 */
export async function countViewer(
  { state, now }: CountContext,
  { streamId, viewerId }: Viewer,
  address: string,
  untilMs: number,
): Promise<void> {
  const group = viewersAtAddress(streamId, address)
  const presentUntilMs = untilMs + lateKeyMs
  if (!(await state.presence.touchWithin(group, viewerId, presentUntilMs, limits.countedViewersPerAddress))) {
    await state.presence.touch(uncountedViewersGroup(streamId), viewerId, presentUntilMs)
    return
  }
  await state.presence.touch(viewersGroup(streamId), viewerId, presentUntilMs)
  // An older key is fetched when rewinding, and does not show that the viewer is still watching.
  const nowMs = now()
  if (untilMs > nowMs) await state.audience.record(streamId, viewerId, nowMs, untilMs)
}

/** Ends the presence of a viewer, who counts again with the next key. */
export async function removeViewer(
  { state, now }: CountContext,
  { streamId, viewerId }: Viewer,
  address: string,
): Promise<void> {
  const groups = [viewersGroup(streamId), uncountedViewersGroup(streamId), viewersAtAddress(streamId, address)]
  await Promise.all(groups.map((group) => state.presence.leave(group, viewerId)))
  const nowMs = now()
  await state.audience.record(streamId, viewerId, nowMs, nowMs)
}

/** The name of the presence group of a stream's viewers. */
export function viewersGroup(streamId: string): string {
  return `viewers:${streamId}`
}

/** The name of the presence group of viewers who share an address with too many others to count. */
export function uncountedViewersGroup(streamId: string): string {
  return `uncounted-viewers:${streamId}`
}

function viewersAtAddress(streamId: string, address: string): string {
  return `viewers:${streamId}:${addressGroup(address)}`
}
