import type { StreamInfo } from '@waggle/contract/endpoints'
import type { Page } from 'playwright-core'
import { approveInWallet } from '../browser/journeys.ts'
import { operatingScreens } from './operating/operating-screens.ts'
import { openDetails, type Screen } from './screens.ts'
import { fallenBehind, playing, pressShare, seen } from './watching/acts.ts'
import { chatScreens } from './watching/chat-screens.ts'
import { clipScreens } from './watching/clip-screens.ts'
import { replayScreens } from './watching/replay-screens.ts'

/** What only the started scene knows and can do. */
export interface Scene {
  /** The secret part of the address of alice's overlay. */
  overlaySecret: string
  /** The broadcast of bob that is over and recorded. */
  replayId: string
  /** Clips of that broadcast. */
  clipIds: readonly string[]
  /** The broadcast of alice. */
  streamId: string
  /** Starts the encoder of dave where it does not run. */
  startEncoder(): Promise<void>
  /** Ends the encoder of dave, by its Stop button or as a crash would. */
  endEncoder(how: 'stop' | 'kill'): Promise<void>
}

/** The screens of the live scene (live-scene.ts). Their names begin with the page. */
export function liveScreens(scene: Scene): Screen[] {
  return [
    ...browsing,
    ...watching,
    ...replayScreens(scene),
    ...clipScreens(scene),
    ...chatScreens,
    ...streaming(scene),
    ...operatingScreens,
    ...interrupted(scene),
  ]
}

const browsing: Screen[] = [
  { name: 'home-live', path: '/', texts: ['Featured Stream', 'Live Streams'], act: heroPlays },
  { name: 'home-live-followed', path: '/', texts: ['Channels you follow'], user: 'bob', act: heroPlays },
  { name: 'home-live-menu', path: '/', texts: ['Live Streams'], act: openCardMenu },
  {
    name: 'directory-live-menu',
    path: '/directory',
    texts: ['5 stream(s) found'],
    user: 'bob',
    act: openCardMenu,
  },
  { name: 'directory-live', path: '/directory', texts: ['5 stream(s) found'] },
  { name: 'directory-live-category', path: '/directory?category=Gaming', texts: ['1 stream(s) found'] },
  { name: 'directory-live-tag', path: '/directory?tag=Piano', texts: ['1 stream(s) found'] },
  { name: 'directory-live-search', path: '/directory?search=s', texts: ['stream(s) found'] },
  { name: 'following-live', path: '/following', texts: ['Live Now (3)'], user: 'bob' },
]

const watch = { path: '/watch?user=alice', texts: [], isStreamless: true } as const

const watching: Screen[] = [
  { ...watch, name: 'watch-live', act: playing },
  { ...watch, name: 'watch-live-viewer', user: 'bob', texts: ['forty minutes, slowly'], act: playing },
  { ...watch, name: 'watch-live-owner', user: 'alice', act: playing },
  {
    ...watch,
    name: 'watch-controls',
    act: async (page) => {
      await playing(page)
      await page.keyboard.press('k')
      await fallenBehind(page)
    },
  },
  {
    ...watch,
    name: 'watch-quality',
    act: async (page) => {
      await playing(page)
      await page.keyboard.press('k')
      await page.getByRole('button', { name: /^Quality/ }).click()
    },
  },
  {
    ...watch,
    name: 'watch-statistics',
    act: async (page) => {
      await playing(page)
      await page.keyboard.press('s')
      await page.getByText('Dropped frames').waitFor()
    },
  },
  {
    ...watch,
    name: 'watch-shortcuts',
    act: async (page) => {
      await playing(page)
      await page.keyboard.press('?')
    },
  },
  {
    ...watch,
    name: 'watch-theatre',
    stored: { 'waggle.player': JSON.stringify({ isTheatre: true }) },
    act: async (page) => {
      await playing(page)
      await page.keyboard.press('k')
    },
  },
  {
    ...watch,
    name: 'watch-fullscreen',
    act: async (page) => {
      await playing(page)
      await page.keyboard.press('k')
      await fallenBehind(page)
      await page.keyboard.press('f')
      await page.getByTestId('picture-title').waitFor()
    },
  },
  {
    ...watch,
    name: 'watch-fullscreen-chat',
    stored: { 'waggle.fullscreen': JSON.stringify({ isChatOpen: true }) },
    act: async (page) => {
      await playing(page)
      await page.keyboard.press('k')
      await page.keyboard.press('f')
      await page.getByTestId('picture-title').waitFor()
    },
  },
  {
    ...watch,
    name: 'watch-chat-hidden',
    stored: { 'waggle.watch': JSON.stringify({ isChatOpen: false }) },
    act: playing,
  },
  { ...watch, name: 'watch-audio-only', path: '/watch?user=frank', act: (page) => seen(page, 'Audio only') },
  { ...watch, name: 'watch-offline-viewer', path: '/watch?user=bob', user: 'carol', texts: ['@bob is offline'] },
  { ...watch, name: 'watch-offline-new', path: '/watch?user=waggle', texts: ['@waggle is offline'] },
  {
    ...watch,
    name: 'watch-details',
    isUpright: true,
    user: 'bob',
    act: async (page) => {
      await playing(page)
      await openDetails(page)
    },
  },
  {
    ...watch,
    name: 'watch-panels',
    isUpright: true,
    user: 'bob',
    act: async (page) => {
      await playing(page)
      await openDetails(page)
      const heading = page.getByRole('heading', { name: 'About alice' })
      await heading.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    },
  },
  { ...watch, name: 'watch-share', isUpright: true, user: 'bob', act: pressShare },
  { ...watch, name: 'watch-tip', isUpright: true, user: 'bob', act: (page) => press(page, 'Tip', 'Send tip') },
  {
    ...watch,
    name: 'watch-upvote',
    isUpright: true,
    user: 'bob',
    act: (page) => press(page, /^Upvote/, 'Vote weight'),
  },
  {
    ...watch,
    name: 'watch-upvote-no-post',
    path: '/watch?user=carol',
    isUpright: true,
    user: 'bob',
    act: (page) => press(page, 'Upvote'),
  },
  { ...watch, name: 'watch-more', isUpright: true, user: 'bob', act: (page) => press(page, 'More about this channel') },
  { ...watch, name: 'watch-login', isUpright: true, act: (page) => press(page, /^Follow/, 'Hive Username') },
  {
    ...watch,
    name: 'watch-title-editor',
    isUpright: true,
    user: 'alice',
    act: (page) => press(page, 'Edit the title'),
  },
  {
    ...watch,
    name: 'home-small-player',
    user: 'bob',
    act: async (page) => {
      await playing(page)
      await page
        .getByRole('link', { name: /^(Home|Back to home)$/ })
        .first()
        .click()
      await page.getByRole('complementary', { name: 'Small player' }).waitFor()
    },
  },
  { name: 'embed-live', path: '/embed?user=alice', texts: [], act: playing },
  { name: 'embed-offline', path: '/embed?user=waggle', texts: [] },
]

/** Last, because the channel of dave is not what it was afterwards. */
function interrupted({ streamId, startEncoder, endEncoder }: Scene): Screen[] {
  const watchDave = { ...watch, path: '/watch?user=dave' }
  const interrupt = async (page: Page, how: 'stop' | 'kill', text: string) => {
    await startEncoder()
    await playing(page)
    await endEncoder(how)
    await seen(page, text)
  }
  return [
    {
      ...watch,
      name: 'watch-ended',
      answers: {
        // The player asks whether the broadcast goes on, and shows that it has ended until the answer comes.
        '/api/streams/info/alice': [
          { status: 200, body: infoOfAlice(streamId, { streamId: 'a'.repeat(20) }) },
          'never',
        ],
      },
      act: async (page) => {
        await seen(page, 'The stream has stopped')
        await otherOffered(page)
      },
    },
    {
      ...watch,
      name: 'watch-error',
      answers: { [`/api/hls/token/${streamId}`]: { status: 503, body: 'down' } },
      act: async (page) => {
        await seen(page, 'Retry')
        await otherOffered(page)
      },
    },
    { ...watchDave, name: 'watch-reconnecting', act: (page) => interrupt(page, 'kill', 'Reconnecting...') },
    {
      ...watchDave,
      name: 'watch-stopped',
      act: async (page) => {
        await interrupt(page, 'stop', 'dave stopped the stream')
        await otherOffered(page)
      },
    },
  ]
}

const dashboard = { path: '/dashboard/streamer', texts: ['Streamer Dashboard'], user: 'alice' }
const tabs = 'settings schedule moderation statistics history recordings tips overlay webhooks'.split(' ')

function streaming({ overlaySecret }: Scene): Screen[] {
  return [
    { ...dashboard, name: 'dashboard-live', act: previewPlays },
    {
      ...dashboard,
      name: 'dashboard-begin-chapter',
      act: async (page) => {
        await previewPlays(page)
        await page.getByRole('button', { name: 'Chapter', exact: true }).click()
        await page.getByRole('dialog').getByLabel('Title').fill('The lighthouse')
      },
    },
    {
      ...dashboard,
      name: 'dashboard-recordings-one',
      path: `${dashboard.path}#recordings`,
      user: 'bob',
      act: async (page) => {
        await page.getByRole('region', { name: 'Recordings', exact: true }).getByText('Bread from yesterday').waitFor()
      },
    },
    { ...dashboard, name: 'dashboard-offline', user: 'bob', act: (page) => seen(page, 'Peak viewers') },
    ...['Chat', 'Activity', 'More'].map((pane) => ({
      ...dashboard,
      name: `dashboard-pane-${pane.toLowerCase()}`,
      act: async (page: Page) => {
        await previewPlays(page)
        await choosePane(page, pane)
      },
    })),
    ...tabs.map((tab) => ({
      ...dashboard,
      path: `${dashboard.path}#${tab}`,
      name: `dashboard-tab-${tab}`,
      act: async (page: Page) => {
        await page.getByRole('tabpanel').first().getByRole('heading').first().waitFor()
        if (tab === 'overlay') await page.getByRole('region', { name: 'Preview' }).getByText('here it comes').waitFor()
      },
    })),
    {
      name: 'stream-key-title',
      path: '/stream-key',
      texts: ['Stream Key Generator'],
      user: 'waggle',
      act: walletFound,
    },
    {
      name: 'stream-key-encoder',
      path: '/stream-key',
      texts: ['Stream Key Generator'],
      user: 'waggle',
      act: generateKey,
    },
    { name: 'stream-key-live', path: '/stream-key', texts: ['Go to dashboard'], user: 'alice', act: walletFound },
    { name: 'overlay', path: `/overlay/${overlaySecret}`, texts: [] },
  ]
}

function infoOfAlice(streamId: string, state: Partial<StreamInfo>): StreamInfo {
  return {
    id: streamId,
    streamId,
    username: 'alice',
    channelExists: true,
    title: 'Sunset on the north coast: slow television',
    description: 'Every evening the same bay.',
    isLive: true,
    isReconnecting: false,
    isStopped: false,
    viewers: 12,
    category: 'Travel',
    language: 'en',
    tags: ['Nature'],
    thumbnail: null,
    startTime: Date.now() - 3_700_000,
    recordedSince: null,
    lastBroadcast: null,
    nextBroadcast: null,
    suspension: null,
    streamPath: null,
    permlink: null,
    ...state,
  }
}

/** Of the second card: which stream is featured above the cards is chosen at random. */
async function openCardMenu(page: Page): Promise<void> {
  const card = page.getByRole('main').getByRole('listitem').getByRole('article').nth(1)
  await card.scrollIntoViewIfNeeded()
  await card.hover()
  await card.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menu').waitFor()
}

/** The same stream each time: the site chooses one at random. The preview rests where motion is not wanted. */
async function heroPlays(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: 'Feature alice', includeHidden: true })
  // On a phone on its side there is room for one stream only.
  await choice.waitFor({ state: 'attached' })
  if (await choice.isVisible()) await choice.click()
  // In a low window the button is far below the picture, which only plays in view.
  await page.evaluate(() => scrollTo(0, 0))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.locator('[data-testid="live-picture"][data-playing]').waitFor()
}

async function previewPlays(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await page.getByText('here it comes').waitFor({ state: 'attached' })
}

/** Presses a button of the page, and waits for what that shows. */
async function press(page: Page, name: string | RegExp, shown?: string): Promise<void> {
  await playing(page)
  await openDetails(page)
  const exact = typeof name === 'string'
  await page.getByRole('main').getByRole('button', { name, exact }).first().click()
  if (shown !== undefined) await seen(page, shown)
}

/** What the player offers to go on with, for which a low one has no room. */
async function otherOffered(page: Page): Promise<void> {
  const player = page.getByRole('region', { name: 'Video player' })
  await player.getByText('Also live', { exact: true }).waitFor({ state: 'attached' })
}

/** On a phone the dashboard shows one pane at a time. */
async function choosePane(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Dashboard sections' })
  if (await bar.isVisible()) await bar.getByRole('button', { name, exact: true }).click()
}

async function walletFound(page: Page): Promise<void> {
  await page.getByText('Looking for Hive Keychain').waitFor({ state: 'detached' })
}

async function generateKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Stream Key' }).click()
  await approveInWallet(page)
  await page.getByLabel('Stream key', { exact: true }).waitFor()
}
