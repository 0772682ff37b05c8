import { listLiveBroadcasts } from '../../db/broadcasts/broadcasts.ts'
import { viewersGroup } from '../../http/viewer-count.ts'
import { beginOf } from '../../lib/egress/guard-steps.ts'
import type { CoreContext } from '../context.ts'

/** 4 Mbit/s, until it is measured. */
const usualBytesPerSecond = 500_000
const leastBytesPerSecond = 60_000
const mostBytesPerSecond = 2_000_000

/**
 * How many more viewers a stream may have, so that what is left lasts until the budget's period ends, as the viewers of now watch: as many
 * as the site has room for, or the share of the broadcast and its channel. Below none when there are too many already.
 */
export async function freePlaces(
  { db, state, egress, now }: Pick<CoreContext, 'db' | 'state' | 'egress' | 'now'>,
  { streamId, viewers }: { streamId: string; viewers: number },
): Promise<number> {
  const nowMs = now()
  const live = await listLiveBroadcasts(db, nowMs)
  const counts = await state.presence.count(live.map(({ id }) => viewersGroup(id)))
  const siteViewers = Math.max(
    viewers,
    counts.reduce((sum, count) => sum + count, 0),
  )
  const measured = siteViewers > 0 ? egress.ledger.bytesPerSecond() / siteViewers : 0
  const perViewer = measured > 0 ? clamp(measured, leastBytesPerSecond, mostBytesPerSecond) : usualBytesPerSecond
  const places = ({ leftBytes, limitBytes, endsAtMs }: Room, watching: number) => {
    // The rest is for members.
    const bytes = leftBytes - limitBytes * (1 - beginOf('members'))
    const seconds = Math.max(1, (endsAtMs - nowMs) / 1000)
    return Math.floor(bytes / seconds / perViewer) - watching
  }
  const ofSite = egress.ledger.rooms().map((room) => places(room, siteViewers))
  const ofStream = egress.ledger.roomsOf(streamId).map((room) => places(room, viewers))
  return Math.min(Number.MAX_SAFE_INTEGER, ...ofSite, ...ofStream)
}

interface Room {
  leftBytes: number
  limitBytes: number
  endsAtMs: number
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
