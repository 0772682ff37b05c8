import type { Replay } from '@waggle/contract/replays/endpoints'
import type { Screen } from '../screens.ts'
import { playing, pressShare, seen } from './acts.ts'
import { sampleClips } from './clip-screens.ts'

/** Bob's other broadcasts, with the pictures of clips. */
function otherReplays(clipIds: readonly string[]): Replay[] {
  const titles = [
    'Sourdough for people in a hurry',
    '',
    'Seven soups',
    'What the market had left',
    'Knives, and how to hold one',
  ]
  return titles.map((title, index) => ({
    streamId: `${clipIds[0]?.slice(4, -1)}${index}`,
    username: 'bob',
    title,
    startedAt: Date.UTC(2026, 10, 24 - 2 * index, 18),
    endedAt: Date.UTC(2026, 10, 24 - 2 * index, 20),
    durationSeconds: 7200 - 611 * index,
    playlistPath: '',
    picturePath: `/recordings/${clipIds[index % clipIds.length]}/clip.jpg`,
    views: 340 - 61 * index,
  }))
}

/** The page of a recorded broadcast, which is bob's. */
export function replayScreens({ replayId, clipIds }: { replayId: string; clipIds: readonly string[] }): Screen[] {
  const answers = {
    '/api/replays/of/bob': { status: 200, body: { replays: otherReplays(clipIds), hasMore: true } },
    '/api/clips/of/bob': { status: 200, body: { clips: sampleClips(clipIds), hasMore: false } },
  }
  const replay = { path: `/replay/${replayId}`, texts: [], isStreamless: true, answers } as const
  return [
    { ...replay, name: 'replay', act: playing },
    { ...replay, name: 'replay-owner', user: 'bob', act: playing },
    {
      ...replay,
      name: 'replay-chapters',
      act: async (page) => {
        await playing(page)
        await page.getByRole('list', { name: 'Chapters' }).getByRole('button').last().click()
        await page.keyboard.press('k')
        // On a touch screen what is around it takes the pointer.
        await page.getByRole('slider', { name: 'Seek' }).hover({ force: true })
        await page.getByTestId('seek-picture').waitFor()
      },
    },
    {
      ...replay,
      name: 'replay-owner-chapters',
      user: 'bob',
      act: async (page) => {
        await playing(page)
        await page.getByRole('button', { name: 'Edit chapters' }).click()
        await page.getByRole('button', { name: 'Add a chapter at this moment' }).click()
        await page.getByRole('button', { name: 'Save' }).click()
      },
    },
    {
      ...replay,
      name: 'replay-share',
      act: pressShare,
    },
    { ...replay, name: 'replay-gone', path: `/replay/${'0'.repeat(20)}`, act: (page) => seen(page, 'See who is live') },
  ]
}
