import type { ActiveStream } from '@waggle/contract/endpoints'
import type { Page, Route } from 'playwright-core'
import { samplePanels } from './streaming/sample-panels.ts'
import { offlineWithSchedule, sampleSchedule } from './streaming/sample-schedule.ts'
import { mainnetSite } from './watching/mainnet-site.ts'
import { fewRecordings, recordingsBeside } from './watching/sample-recordings.ts'

/** One state of a page: how a visitor gets there, and the texts of docs/rules.md that show it. */
export interface Screen {
  name: string
  path: string
  texts: readonly string[]
  /** The sandbox account that is signed in. */
  user?: string
  /** Mocked responses by path; the server answers all other requests. A list answers in its order, the last one from then on. */
  answers?: Record<string, Answer | readonly Answer[]>
  /** Actions once the texts are there. */
  act?: (page: Page) => Promise<void>
  /** What else the browser remembers, by its key. */
  stored?: Record<string, string>
  /** The page's language; English by default. */
  language?: 'es'
  /** On a phone no list of who is live follows the page. */
  isStreamless?: true
  /** On a phone on its side there is nothing to open it with. */
  isUpright?: true
}

export type Answer = 'never' | { status: number; body: unknown }
const dayMs = 86_400_000
const down: Answer = { status: 503, body: 'down' }
const ok = <Body>(body: Body) => ({ status: 200, body })

const stream = (username: string, title: string, viewers: number, category: string | null): ActiveStream => ({
  id: username.padEnd(20, '0'),
  username,
  title,
  avatar: `/u/${username}/avatar`,
  thumbnail: null,
  viewers,
  category,
  isLive: true,
  isReconnecting: false,
  isStopped: false,
  streamPath: '',
  startTime: 0,
  description: 'Tools, patience and a cup of tea.',
  language: 'en',
  tags: [],
})

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(6).slice(0, 255)
export const streams = ok({
  streams: [
    stream('abcdefghijklmnop', longWord, 1_234_567, 'Just Chatting'),
    stream('alice', 'Morning ride along the coast', 1234, 'Travel'),
    stream('carol', '夜のジャズ 🎷 مرحبا', 1, null),
    stream('dave.band', 'We rehearse, you listen', 0, 'Music'),
  ],
})
const recentChannels = ok({
  channels: ['erin', 'frank', 'grace'].map((username, index) => ({
    username,
    avatar: `/u/${username}/avatar`,
    title: index === 0 ? longWord : `${username}'s Stream`,
    category: null,
    endTime: Date.now() - (2 + 3 * index) * dayMs,
    nextBroadcast: index === 0 ? Date.now() + 3 * dayMs : null,
    picturePath: null,
  })),
})
const followingLive = ok({
  following: streams.body.streams
    .map(({ username }) => ({ username, lastSeen: null, followedAt: 1, nextBroadcast: Date.now() + 3 * dayMs }))
    .slice(0, 3),
})
export const following = ok({
  following: ['alice', 'erin', 'frank'].map((username, index) => ({
    username,
    lastSeen: index === 0 ? null : Date.now() - 2 * index * dayMs,
    followedAt: 1,
    ...(index === 1 && { nextBroadcast: Date.now() + 3 * dayMs }),
  })),
})

const browsers = [
  ['Chrome', 'Windows'],
  ['Samsung Internet', 'Android'],
  ['Safari', 'macOS'],
  ['Firefox', null],
  [null, null],
] as const
const sessions = ok({
  sessions: browsers.map(([browser, system], index) => ({
    id: String(index).repeat(32),
    browser,
    system,
    createdAt: Date.UTC(2026, 10, 20 - index, 9, 30),
    lastUsedAt: Date.UTC(2026, 10, 21 - index, 9, 30),
    expiresAt: Date.UTC(2026, 11, 20 - index, 9, 30),
    isCurrent: index === 0,
  })),
})

const recommended = {
  '/api/follows/recommendations': ok({
    recommendations: [
      { username: 'alice', followerCount: 12_345, isLive: true },
      { username: 'erin', followerCount: 1, isLive: false },
      { username: 'grace', followerCount: 128, isLive: false },
    ],
  }),
}

export const screens: readonly Screen[] = [
  { name: 'home', path: '/', texts: ['Featured Stream', 'Live Streams'], answers: { '/api/streams': streams } },
  {
    name: 'home-one',
    path: '/',
    texts: ['Featured Stream', 'Recently live', 'Go live'],
    answers: {
      '/api/streams': ok({ streams: streams.body.streams.slice(0, 1) }),
      '/api/streams/recent': recentChannels,
    },
  },
  {
    name: 'home-quiet',
    path: '/',
    texts: ['No Active Streams', 'Recently live', 'Go live'],
    answers: { '/api/streams/recent': recentChannels },
  },
  {
    name: 'home-followed',
    path: '/',
    user: 'bob',
    // The only one that is not followed may be the featured one, which is chosen at random.
    texts: ['Channels you follow'],
    answers: { '/api/streams': streams, '/api/follows/following': followingLive },
  },
  { name: 'home-empty', path: '/', texts: ['No Active Streams', 'Check back later for live content!'] },
  { name: 'home-loading', path: '/', texts: ['Loading streams...'], answers: { '/api/streams': 'never' } },
  {
    name: 'home-error',
    path: '/',
    texts: ['Error Loading Streams', 'HTTP error! status: 503', 'Retry'],
    answers: { '/api/streams': down },
  },
  {
    name: 'home-spanish',
    path: '/',
    texts: ['Transmisión destacada', 'Transmisiones en vivo'],
    answers: { '/api/streams': streams },
    language: 'es',
  },
  {
    name: 'user-menu',
    path: '/',
    texts: ['No Active Streams'],
    user: 'alice',
    act: async (page) => {
      await page.getByRole('button', { name: '@alice' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    },
  },
  {
    name: 'login-dialog',
    path: '/',
    texts: ['No Active Streams'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Login with Hive' }).click()
      await page.getByRole('dialog', { name: 'Login with Hive Keychain' }).getByText('Sandbox accounts').waitFor()
    },
  },
  {
    name: 'directory',
    path: '/directory',
    texts: ['Stream Directory', '4 stream(s) found', '1 live · 1.2K viewers'],
    answers: { '/api/streams': streams },
  },
  {
    name: 'directory-filtered',
    path: '/directory?category=Travel&language=en',
    texts: ['1 stream(s) found'],
    answers: { '/api/streams': streams },
  },
  {
    name: 'directory-nothing-found',
    path: '/directory?search=xyzzy',
    texts: ['No streams found', 'Try adjusting your search criteria or check back later.'],
    answers: { '/api/streams': streams },
  },
  {
    name: 'directory-loading',
    path: '/directory',
    texts: ['Loading streams...'],
    answers: { '/api/streams': 'never' },
  },
  {
    name: 'directory-error',
    path: '/directory',
    texts: ['Error Loading Streams', 'Try Again', 'Sample data'],
    answers: { '/api/streams': down },
  },
  {
    name: 'following-anonymous',
    path: '/following',
    texts: ['Login Required', 'You need to be logged in to see your followed channels.', 'Recommended for you'],
    answers: recommended,
  },
  {
    name: 'following',
    path: '/following',
    texts: ['Live Now (1)', 'Offline (2)', 'Following 3 channel(s) • 1 live • 2 offline', longWord],
    user: 'bob',
    answers: {
      '/api/streams': streams,
      '/api/streams/recent': recentChannels,
      '/api/follows/following': following,
    },
  },
  {
    name: 'following-none-live',
    path: '/following',
    texts: [
      'Live Now (0)',
      'None of the channels you follow is live right now.',
      'Offline (2)',
      'Recommended for you',
      'Morning ride along the coast',
      '夜のジャズ 🎷 مرحبا',
      '128 followers',
    ],
    user: 'bob',
    answers: {
      '/api/streams': streams,
      '/api/follows/following': ok({ following: following.body.following.slice(1) }),
      ...recommended,
    },
    // Erin is followed already.
    act: (page) => page.getByText('1 follower', { exact: true }).waitFor({ state: 'detached' }),
  },
  {
    name: 'following-empty',
    path: '/following',
    texts: ["You're not following anyone yet", 'Recommended for you', '1 follower'],
    user: 'bob',
    answers: { '/api/streams': streams, ...recommended },
  },
  {
    name: 'following-loading',
    path: '/following',
    texts: ['Loading your followed channels...'],
    user: 'bob',
    answers: { '/api/follows/following': 'never' },
  },
  {
    name: 'following-error',
    path: '/following',
    texts: ['Error Loading Following', 'Failed to fetch following list: 503'],
    user: 'bob',
    answers: { '/api/follows/following': down },
  },
  {
    name: 'faq',
    path: '/faq#what-is-signed',
    isStreamless: true,
    texts: ['Getting Started', 'A sentence that names this site'],
  },
  {
    name: 'faq-nothing-found',
    path: '/faq',
    isStreamless: true,
    texts: ['Getting Started'],
    act: async (page) => {
      await page.getByLabel('Search the questions').fill('xyzzy')
      await page.getByRole('heading', { name: 'No questions found' }).waitFor()
    },
  },
  {
    name: 'watch-without-user',
    path: '/watch',
    texts: ['Missing User Parameter', 'Please provide a user parameter in the URL (e.g., /watch?user=username)'],
    isStreamless: true,
  },
  {
    name: 'watch-offline',
    path: '/watch?user=bob',
    texts: ['OFFLINE', '@bob is offline'],
    isStreamless: true,
  },
  {
    name: 'watch-offline-panels',
    path: '/watch?user=bob',
    texts: ['OFFLINE', 'About bob', 'Rules of the chat', 'calendar.example'],
    answers: { '/api/channels/bob/panels': ok({ panels: samplePanels }) },
    isStreamless: true,
    isUpright: true,
    act: async (page) => {
      await openDetails(page)
      await page.getByRole('heading', { name: 'About bob' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'watch-offline-schedule',
    path: '/watch?user=bob',
    texts: ['Upcoming broadcasts', 'Varroa count', 'Every week', 'About bob'],
    answers: {
      '/api/streams/info/bob': ok(offlineWithSchedule),
      '/api/channels/bob/schedule': ok({ broadcasts: sampleSchedule }),
      '/api/channels/bob/panels': ok({ panels: samplePanels }),
      ...fewRecordings,
    },
    isStreamless: true,
    isUpright: true,
    act: async (page) => {
      await openDetails(page)
      await recordingsBeside(page)
    },
  },
  {
    name: 'watch-no-channel',
    path: '/watch?user=nobody-here',
    texts: ['There is no channel called nobody-here', 'Live now'],
    answers: { '/api/streams': streams },
    isStreamless: true,
  },
  {
    name: 'watch-demo',
    path: '/watch?channel=bob',
    texts: ['Sample data'],
    answers: { '/api/streams/info/bob': down },
    isStreamless: true,
  },
  {
    name: 'stream-key-anonymous',
    path: '/stream-key',
    texts: ['Please log in with your Hive account to generate a stream key.'],
  },
  {
    name: 'stream-key',
    path: '/stream-key',
    isStreamless: true,
    texts: ['Stream Key Generator', 'Logged in as: @alice'],
    user: 'alice',
  },
  { name: 'login', path: '/login', texts: ['Login with Hive Keychain', 'Sign with Keychain', 'Sandbox accounts'] },
  { name: 'login-no-wallet', path: '/login', texts: ['Hive Keychain'], answers: { '/api/site': ok(mainnetSite) } },
  { name: 'design', path: '/design', texts: ['StreamGridSkeleton'], isStreamless: true },
  { name: 'sessions-anonymous', path: '/sessions', texts: ['Log in to see where your account is logged in.'] },
  {
    name: 'sessions',
    path: '/sessions',
    isStreamless: true,
    texts: ['5 sessions', 'Chrome on Windows', 'This session', 'Another browser or program', 'Log out everywhere else'],
    user: 'alice',
    answers: { '/api/auth/sessions': sessions },
  },
  {
    name: 'sessions-spanish',
    path: '/sessions',
    isStreamless: true,
    texts: ['5 sesiones', 'Samsung Internet en Android', 'Esta sesión', 'Cerrar todas las demás'],
    user: 'alice',
    answers: { '/api/auth/sessions': sessions },
    language: 'es',
  },
  {
    name: 'sessions-error',
    path: '/sessions',
    isStreamless: true,
    texts: ['Your sessions could not be loaded.', 'Retry'],
    user: 'alice',
    answers: { '/api/auth/sessions': down },
  },
  { name: 'dashboard', path: '/dashboard/streamer', texts: ['Streamer Dashboard'], user: 'alice' },
  {
    name: 'not-found',
    path: '/nowhere',
    texts: ['Page not found', 'There is no page at this address.', 'Live now'],
    answers: { '/api/streams': streams },
    isStreamless: true,
  },
]

/** In a narrow window the channel's details are behind a tab. */
export async function openDetails(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'About', selected: false })
  if (await tab.isVisible()) await tab.click()
}

/** Answers a request in place of the server; 'never' leaves it pending. */
export async function fulfil(route: Route, answer: Answer): Promise<void> {
  if (answer === 'never') return
  const isText = typeof answer.body === 'string'
  await route.fulfill({
    status: answer.status,
    contentType: isText ? 'text/html' : 'application/json',
    body: isText ? String(answer.body) : JSON.stringify(answer.body),
  })
}
