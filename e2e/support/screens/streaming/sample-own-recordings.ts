import type { Clip } from '@waggle/contract/clips/endpoints'
import type { OwnReplay } from '@waggle/contract/replays/endpoints'

const dayMs = 24 * 60 * 60_000
const lastMs = Date.UTC(2026, 10, 20, 18)
const titles = [
  'Varroa count',
  'A very long evening beside the hive with questions from the chat, and honey for all who stayed',
  '',
]

/** Recordings of bob: public, pinned, and only for him. */
export const ownRecordings = titles.map((title, index): OwnReplay => {
  const startedAt = lastMs - index * 3 * dayMs
  return {
    streamId: `recorded${index}`.padEnd(20, '0'),
    username: 'bob',
    title,
    startedAt,
    endedAt: startedAt + 7_200_000,
    durationSeconds: 7200 - 1900 * index,
    playlistPath: '',
    picturePath: null,
    views: 1240 - 600 * index,
    isPublic: index < 2,
    isPinned: index === 1,
    pictureAt: startedAt,
    bytes: 3_200_000_000 - index * 900_000_000,
    keptUntil: startedAt + (index === 1 ? 90 : 14) * dayMs,
  }
})

/** Clips of the channel of bob. */
export const ownClips = ['The first jar', 'What the bees said when the roof came off'].map(
  (title, index): Clip => ({
    clipId: `clip${index}`.padEnd(20, '0'),
    username: 'bob',
    maker: 'carol',
    title,
    createdAt: lastMs,
    startsAt: lastMs,
    endsAt: lastMs + 12_000,
    startsAtMedia: null,
    endsAtMedia: null,
    playlistPath: '',
    picturePath: '/recordings/none.jpg',
    views: 31,
  }),
)
