import type { Clip } from '@waggle/contract/clips/endpoints'
import { clipEmbedPath, clipPath, replayEmbedPath } from '@waggle/contract/pages/page-addresses'
import type { Page } from 'playwright-core'
import { waitUntilPlaying } from '../../browser/journeys.ts'
import { callApi } from '../../server/account.ts'
import type { Screen } from '../screens.ts'

/** Makes clips of a recorded broadcast, and returns their ids. */
export async function makeClips(
  siteUrl: string,
  { streamId, startedAt }: { streamId: string; startedAt: number },
  tokens: readonly string[],
): Promise<string[]> {
  const titles = [
    'The crust that sang',
    'How long the soup may stand, and what to do with what is left on the third day',
    'The window at seven',
  ]
  const ids: string[] = []
  for (const [index, title] of titles.entries()) {
    const startsAt = startedAt + 2000 + 3000 * index
    const body = { streamId, title, startsAt, endsAt: startsAt + 8000 }
    ids.push((await callApi(siteUrl, '/api/clips', { token: tokens[index % tokens.length] ?? '', body })).clipId)
  }
  return ids
}

/** Eight of a week, with the pictures of those that were made; the first of them is the latest of those. */
export function sampleClips(clipIds: readonly string[]): Clip[] {
  const titles = ['The window at seven', 'One breath, three fences', 'She finds the key', 'How long the soup may stand']
  return [...titles, ...titles].map((title, index) => ({
    clipId: index === 0 ? (clipIds.at(-1) ?? '') : `${clipIds[0]?.slice(0, -1)}${index}`,
    username: ['alice', 'bob', 'carol'][index % 3] ?? '',
    maker: index === 0 ? 'alice' : 'dave',
    title,
    createdAt: Date.now() - index * 7 * 3_600_000,
    startsAt: 0,
    endsAt: index === 0 ? 8000 : 12_000 + 7000 * index,
    startsAtMedia: null,
    endsAtMedia: null,
    playlistPath: '',
    picturePath: `/recordings/${clipIds[(index + clipIds.length - 1) % clipIds.length]}/clip.jpg`,
    views: 2400 - 290 * index,
  }))
}

/** The pages of clips, the editor that makes them, and the players that other sites frame. */
export function clipScreens({ clipIds, replayId }: { clipIds: readonly string[]; replayId: string }): Screen[] {
  const clipId = clipIds.at(-1) ?? ''
  const clips = { status: 200, body: { clips: sampleClips(clipIds), hasMore: false } }
  const clip = {
    path: clipPath(clipId),
    texts: [],
    isStreamless: true,
    answers: { '/api/clips/of/bob': clips },
  } as const
  const replay = { path: `/replay/${replayId}`, texts: [], isStreamless: true, user: 'carol' } as const
  const edit = async (page: Page) => {
    await waitUntilPlaying(page)
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('slider', { name: 'Start' }).waitFor()
  }
  return [
    {
      name: 'home-clips',
      path: '/',
      texts: ['Featured Stream', 'Clips of the week'],
      answers: { '/api/clips/best': { status: 200, body: { clips: sampleClips(clipIds) } } },
      act: (page) => page.getByRole('heading', { name: 'Clips of the week' }).scrollIntoViewIfNeeded(),
    },
    {
      ...replay,
      name: 'clip-order',
      act: async (page) => {
        const order = page.getByRole('group', { name: 'Order of the clips' })
        await order.getByRole('button', { name: 'Most watched' }).click()
        await order.scrollIntoViewIfNeeded()
      },
    },
    { ...clip, name: 'clip', act: waitUntilPlaying },
    { ...clip, name: 'clip-maker', user: 'alice', act: waitUntilPlaying },
    {
      ...clip,
      name: 'clip-share',
      act: async (page) => {
        await waitUntilPlaying(page)
        await page.getByRole('button', { name: 'Share', exact: true }).click()
      },
    },
    { ...clip, name: 'clip-gone', path: clipPath(`clip${'0'.repeat(20)}`), texts: ['See who is live'] },
    { ...replay, name: 'clip-editor', act: edit },
    {
      ...replay,
      name: 'clip-made',
      act: async (page) => {
        await edit(page)
        await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Made for a picture')
        await page.getByRole('dialog').getByRole('button', { name: 'Create the clip' }).click()
        await page.getByRole('dialog').getByLabel('Link', { exact: true }).waitFor()
      },
    },
    { name: 'embed-clip', path: clipEmbedPath(clipId), texts: [], act: waitUntilPlaying },
    { name: 'embed-replay', path: replayEmbedPath(replayId), texts: [], act: waitUntilPlaying },
  ]
}
