import type { Clip } from '@waggle/contract/clips/endpoints'
import type { Page } from 'playwright-core'

const startedAt = Date.UTC(2026, 10, 20, 18)

const clip = (title: string, index: number): Clip => ({
  clipId: `clip${index}`.padEnd(24, '0'),
  username: 'bob',
  maker: 'carol',
  title,
  createdAt: startedAt,
  startsAt: startedAt,
  endsAt: startedAt + 12_000,
  startsAtMedia: null,
  endsAtMedia: null,
  playlistPath: '',
  picturePath: '',
  views: 0,
})

/** One past broadcast of bob and two clips of it. */
export const fewRecordings = {
  '/api/replays/of/bob': {
    status: 200,
    body: {
      replays: [
        {
          streamId: 'b'.repeat(20),
          username: 'bob',
          title: 'Honey from the cellar',
          startedAt,
          endedAt: startedAt + 8_640_000,
          durationSeconds: 8640,
          playlistPath: '',
          picturePath: null,
          views: 12,
        },
      ],
      hasMore: false,
    },
  },
  '/api/clips/of/bob': {
    status: 200,
    body: { clips: ['The first jar', 'What the bees said'].map(clip), hasMore: false },
  },
}

/** So few stand beside each other in a wide window, before the panels of the channel. */
export async function recordingsBeside(page: Page): Promise<void> {
  const yOf = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y
  await page.getByRole('region', { name: 'Clips', exact: true }).waitFor()
  const [past, clips] = await Promise.all([yOf('Past broadcasts'), yOf('Clips')])
  const panels = await yOf('About bob')
  if ((panels ?? 0) < (clips ?? 0)) throw new Error(`The clips are at ${clips} px, the panels at ${panels} px`)
  const isWide = (page.viewportSize()?.width ?? 0) > 1000
  if (isWide && past !== clips) throw new Error(`The clips are at ${clips} px, the past broadcasts at ${past} px`)
}
