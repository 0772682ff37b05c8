import { expect, it } from 'vitest'
import type { BroadcastRow } from '../../db/broadcasts/broadcasts.ts'
import { canResume, firstSequence, unsavedMs } from './inherited-broadcast.ts'

const lastMediaAtMs = 1_800_000_000_000
const live = { lastMediaAtMs, awaySinceMs: null, playlists: { nextNumber: 40 } } as BroadcastRow
const away: BroadcastRow = { ...live, awaySinceMs: lastMediaAtMs }

it('can be resumed for a minute after its last media', () => {
  expect([59_999, 60_000].map((ms) => canResume(away, lastMediaAtMs + ms))).toEqual([true, false])
})

it('can be resumed for 11 s longer when its process died while media arrived', () => {
  expect([unsavedMs(away), unsavedMs(live)]).toEqual([0, 11_000])
  expect([70_999, 71_000].map((ms) => canResume(live, lastMediaAtMs + ms))).toEqual([true, false])
})

it('continues with the saved number, or after all segments that an outage may have left unsaved', () => {
  expect(firstSequence(live, lastMediaAtMs + 19_999)).toBe(40)
  expect(firstSequence(live, lastMediaAtMs + 20_001)).toBe(61)
  expect(firstSequence(away, lastMediaAtMs + 50_000)).toBe(40)
})
