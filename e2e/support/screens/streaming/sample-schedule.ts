import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'
import type { StreamInfo } from '@waggle/contract/endpoints'

const dayMs = 24 * 60 * 60_000
const tonightMs = Math.floor(Date.now() / dayMs) * dayMs + 19.5 * 60 * 60_000

/** What a channel has planned: every week and once, with and without length and category, with short and long titles, without one, and one from right to left. */
export const sampleSchedule: readonly PlannedBroadcast[] = [
  { days: 1, isWeekly: true, title: 'Varroa count', durationMinutes: 90, category: 'Education' },
  { days: 2, isWeekly: true, title: '' },
  {
    days: 4,
    isWeekly: true,
    title: 'A very long evening beside the hive with questions from the chat, and honey for all',
    durationMinutes: 120,
    category: 'Just Chatting',
  },
  { days: 5, isWeekly: true, title: 'مساء الخير' },
  { days: 6, isWeekly: false, title: 'Opening the hives before the winter' },
  { days: 7, isWeekly: true, title: 'Evening walk' },
  { days: 23, isWeekly: false, title: 'Christmas market', durationMinutes: 240 },
].map(({ days, durationMinutes = null, category = null, ...broadcast }) => {
  return { startTime: tonightMs + days * dayMs, ...broadcast, durationMinutes, category }
})

/** The channel that has planned it, while it is offline. */
export const offlineWithSchedule: StreamInfo = {
  ...{ id: null, streamId: null, username: 'bob', channelExists: true, title: "bob's Stream", isLive: false },
  ...{ description: 'Bees, and what they make.', isReconnecting: false, isStopped: false, viewers: 0 },
  ...{ category: 'General', language: 'en', tags: ['Nature'], thumbnail: null, startTime: null, recordedSince: null },
  ...{
    lastBroadcast: {
      title: 'Honey from the cellar',
      startTime: tonightMs - 8 * dayMs,
      endTime: tonightMs - 7.9 * dayMs,
    },
  },
  ...{ nextBroadcast: sampleSchedule[0]?.startTime ?? null, suspension: null, streamPath: null, permlink: null },
}
