import type { EgressReport } from '@waggle/contract/egress/endpoints'
import type { Answer } from '@waggle/contract/endpoints'
import { operatePath, pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import type { Page } from 'playwright-core'
import type { Screen } from '../screens.ts'
import { actedOn, operator, siteModerator } from './operated-site.ts'

const section = (name: string) => ({ path: operatePath({ section: name }), texts: [], user: operator })
const requests = {
  requests: ['bob', 'a-name-of-16-let'].map((username, index) => ({
    username,
    text: index === 0 ? 'I stream bread and soup, twice a week, from a kitchen in Lisbon.' : '',
    requestedAt: Date.UTC(2026, 10, 20 - index, 9, 30),
    accountCreatedAt: index === 0 ? Date.UTC(2021, 4, 2) : null,
    reputation: index === 0 ? 61.4 : null,
  })),
  isComplete: true,
  isIdle: true,
}

const dayMs = 24 * 60 * 60 * 1000
const today = Math.floor(Date.now() / dayMs) * dayMs
const thisMonth = new Date(today).toISOString().slice(0, 7)
const usedToday = 148e9
const sentDays: EgressReport['days'] = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(today - (29 - index) * dayMs).toISOString().slice(0, 10),
  bytes: index === 29 ? usedToday : Math.round((130 + index * 3 + 90 * Math.max(0, Math.sin(index * 0.9))) * 1e9),
}))
const usedThisMonth = sentDays.reduce((sum, { day, bytes }) => (day.startsWith(thisMonth) ? sum + bytes : sum), 0)
const nextMonth = Date.UTC(new Date(today).getUTCFullYear(), new Date(today).getUTCMonth() + 1)

/** Resets and days by the clock of the page that shows them. */
const costs: EgressReport = {
  step: 'open',
  day: { limitBytes: 400e9, usedBytes: usedToday, forecastBytes: 236e9, endsAt: today + dayMs },
  month: {
    limitBytes: 9e12,
    usedBytes: usedThisMonth,
    forecastBytes: usedThisMonth + 88e9 + ((nextMonth - today) / dayMs - 1) * 210e9,
    endsAt: nextMonth,
  },
  today: { sentBytes: 108e9, edgeBytes: 36e9, estimatedBytes: 4e9 },
  days: sentDays,
  bytesPerSecond: 3_400_000,
  dollarsPerGigabyte: 0.01,
  edges: [],
  broadcasts: [],
}

/** A day of which the site was off for an hour. */
const figures: Answer<'getSiteFigures'> = {
  secondsEach: 60,
  samples: Array.from({ length: 1440 }, (_, index) => {
    const evening = Math.max(0, Math.sin(((index - 300) / 1440) * 2 * Math.PI))
    return {
      at: Date.now() - (1439 - index) * 60_000,
      viewers: Math.round(40 + 900 * evening ** 2 + 12 * Math.sin(index * 0.7)),
      channels: Math.round(2 + 9 * evening),
      eventLoopMs: 11 + 6 * evening + Math.abs(Math.sin(index * 1.3)),
      processorShare: 0.12 + 0.5 * evening + 0.03 * Math.sin(index * 0.9),
    }
  }).filter((_, index) => index < 900 || index >= 960),
}

/** One process that works, and one with three faults. */
const strained: Answer<'getSiteHealth'> = {
  processes: ['one', 'two'].map((name) => ({
    ...{ name: `${name}.bees.example:8443`, roles: ['core', 'media', 'chat'], version: '0.1.0', state: 'running' },
    ...{ startedAt: today - 10 * dayMs, seenAt: Date.now(), certificates: [] },
    parts: ['database', 'clock', 'hive'].map((part) => ({
      part,
      problem: name === 'two' && part === 'hive' ? 'No answer within 5 s' : null,
      checkMs: 7,
    })),
    ...{ eventLoopMs: name === 'two' ? 305 : 4, processorShare: name === 'two' ? 1 : 0.31, memoryBytes: 412e6 },
    ...{ ffmpeg: 'works', liveBroadcasts: 6, realTimeViewers: 31, chatSockets: 212, pausedRecordings: 0 },
    disks: [{ disk: 'data', freeBytes: 81e9, sizeBytes: 271e9, daysUntilFull: 40, measuredDays: 7 }],
  })),
  alerts: [
    {
      kind: 'part',
      facts: { process: 'two.bees.example:8443', part: 'hive', reason: 'No answer within 5 s' },
      since: Date.now() - 12 * 60_000,
    },
  ],
  targets: ['mail'],
}

const filling: Answer<'getSiteStorage'> = {
  ...{ isRecording: true, bytes: 41.2e9, maxBytes: 60e9, maxBytesPerChannel: 20e9, keepDays: 90, leaving: [] },
  forecast: { daysUntilFull: 37, measuredDays: 7 },
  channels: ['alice', 'dave', 'carol', 'bob'].map((username, index) => ({ username, bytes: (19.2 - index * 6) * 1e9 })),
}

/** Of the same hour as the faults. */
const strainedFigures: Answer<'getSiteFigures'> = {
  ...figures,
  samples: figures.samples.map((sample, index, { length }) =>
    index < length - 30 ? sample : { ...sample, channels: 12, eventLoopMs: 305, processorShare: 1 },
  ),
}

/** Enough to be searched. */
const live: Answer<'listOperatedBroadcasts'> = {
  broadcasts: [
    ['alice', 'Sourdough from the first flour to the last crumb', 214],
    ['frank', 'Bees in November', 96],
    ['erin', 'Chess: the Sicilian, and what to do about it', 41],
    ['grace', 'Lisbon by tram, line 28, on a Sunday morning without anybody in it', 17],
    ['heidi', 'Watercolours', 12],
    ['ivan', 'Drum practice', 4],
    ['a-name-of-16-let', 'Good morning', 0],
  ].map(([username, title, viewers], index) => ({
    streamId: `00000000-0000-4000-8000-00000000000${index}`,
    username: String(username),
    title: String(title),
    startedAt: Date.now() - (1 + ((index * 7) % 5)) * 1_400_000,
    viewers: Number(viewers),
    thumbnail: null,
    kilobitsPerSecond: 2400 + index * 310,
    isReconnecting: index === 5,
    health: index === 3 ? 'warning' : 'good',
    problem: index === 3 ? 'connection_slow' : null,
    node: null,
  })),
}

/** The pages of the people who run the site, and what they mean for everybody else. */
export const operatingScreens: readonly Screen[] = [
  { name: 'operate-anonymous', path: pagePaths.operate, texts: ['Log in with an account that runs this site.'] },
  { name: 'operate-denied', path: pagePaths.operate, texts: ['This page is for the people'], user: 'bob' },
  { name: 'operate-approve', path: pagePaths.operate, texts: ['Approve your rights'], user: siteModerator },
  { ...section('live'), name: 'operate-live', texts: ['@dave'] },
  {
    ...section('live'),
    name: 'operate-live-many',
    texts: ['Bees in November'],
    answers: { '/api/operate/broadcasts': { status: 200, body: live } },
  },
  {
    ...section('health'),
    name: 'operate-figures',
    texts: ['Live channels'],
    answers: { '/api/operate/figures': { status: 200, body: figures } },
    act: (page) => page.getByRole('button', { name: 'Over time' }).click(),
  },
  {
    ...section('live'),
    name: 'operate-act',
    act: (page) => page.getByRole('button', { name: 'Take action against @dave' }).click(),
  },
  {
    ...section('live'),
    name: 'operate-act-chosen',
    act: async (page) => {
      await page.getByRole('button', { name: 'Take action against @dave' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: 'Suspend from broadcasting' }).check()
      await page.getByLabel('For how long').waitFor()
    },
  },
  { ...section('reports'), name: 'operate-reports', texts: ['2 reports'] },
  {
    ...section('reports'),
    name: 'operate-evidence',
    act: async (page) => {
      const evidence = page.getByRole('button', { name: 'Evidence' })
      await evidence.first().click()
      await page.getByRole('button', { name: 'Show the picture' }).click()
      await page.getByRole('img', { name: 'The picture when it was reported' }).scrollIntoViewIfNeeded()
    },
  },
  { ...section('account'), name: 'operate-account-none', texts: ['Acted on lately'] },
  {
    name: 'operate-account',
    path: operatePath({ account: actedOn }),
    texts: ['Message to the account: '],
    user: operator,
  },
  {
    ...section('streamers'),
    name: 'operate-streamers',
    texts: ['Lisbon'],
    answers: { '/api/operate/admission/requests': { status: 200, body: requests } },
  },
  {
    ...section('streamers'),
    name: 'operate-streamers-lists',
    act: (page) => page.getByRole('heading', { name: 'Invitations' }).evaluate((heading) => heading.scrollIntoView()),
  },
  {
    ...section('streamers'),
    name: 'operate-streamers-wrong',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Accounts that you approve' }).check()
      await page.getByLabel('Hours live in 24 hours').fill('25')
      const heading = page.getByRole('heading', { name: 'Who may broadcast', level: 2 })
      await heading.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    },
  },
  {
    ...section('cost'),
    name: 'operate-cost',
    texts: ['Sent on each day'],
    answers: { '/api/operate/egress': { status: 200, body: costs } },
  },
  { ...section('log'), name: 'operate-log', texts: ['Message to the account: '] },
  { ...section('people'), name: 'operate-people', texts: [`@${siteModerator}`] },
  { ...section('health'), name: 'operate-health', texts: ['core, media, chat'] },
  {
    ...section('health'),
    name: 'operate-health-wrong',
    texts: ['3 faults'],
    answers: {
      '/api/operate/health': { status: 200, body: strained },
      '/api/operate/figures': { status: 200, body: strainedFigures },
    },
  },
  { ...section('storage'), name: 'operate-storage', texts: ['By channel'] },
  {
    ...section('storage'),
    name: 'operate-storage-filling',
    texts: ['Full in about 5 weeks'],
    answers: { '/api/operate/storage': { status: 200, body: filling } },
  },
  {
    ...section('site'),
    name: 'operate-site',
    act: siteSettings,
  },
  {
    ...section('site'),
    name: 'operate-site-end',
    act: async (page) => {
      await siteSettings(page)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    },
  },
  {
    ...section('site'),
    name: 'operate-site-wrong',
    act: async (page) => {
      await page.getByLabel('Name of the site').fill('A name that is longer than the name of a site may be')
      await page.getByRole('link', { name: 'Message for everybody' }).click()
    },
  },
  { name: 'report', path: pagePaths.report, texts: ['What do you want to report?'] },
  { name: 'report-notice', path: `${pagePaths.report}?kind=account&username=bob`, texts: ['What is wrong?'] },
  {
    name: 'report-signed-in',
    path: `${pagePaths.report}?kind=account&username=bob`,
    texts: ['What is wrong?'],
    user: 'erin',
  },
  {
    name: 'watch-report',
    path: watchPath('bob'),
    texts: ['@bob is offline'],
    user: 'erin',
    isStreamless: true,
    isUpright: true,
    act: openReport,
  },
  { name: 'sessions-statements', path: pagePaths.sessions, texts: ['This session'], user: actedOn, act: toStatements },
  {
    name: 'sessions-reports',
    path: pagePaths.sessions,
    texts: ['This session'],
    user: 'erin',
    act: async (page) => {
      const last = page.getByRole('button', { name: /^Delete/ })
      await last.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'sessions-delete',
    path: pagePaths.sessions,
    texts: ['This session'],
    user: 'erin',
    act: (page) => page.getByRole('button', { name: /^Delete/ }).click(),
  },
]

async function toStatements(page: Page): Promise<void> {
  await page.getByText('eleven chats').evaluate((text) => text.scrollIntoView({ block: 'center' }))
}

async function siteSettings(page: Page): Promise<void> {
  await page.getByLabel('Name of the site').waitFor()
}

/** In a narrow window the menu is behind a tab. */
async function openReport(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'About' })
  if (await tab.isVisible()) await tab.click()
  await page.getByRole('main').getByRole('button', { name: 'More about this channel' }).first().click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
}
