import type { PastBroadcast } from '@waggle/contract/stats/endpoints'
import type { Page } from 'playwright-core'
import type { Screen } from '../screens.ts'
import { ownClips, ownRecordings } from './sample-own-recordings.ts'
import { samplePanels } from './sample-panels.ts'
import { sampleSchedule } from './sample-schedule.ts'

const ok = (body: unknown) => ({ status: 200, body })

const dayMs = 24 * 60 * 60_000
const lastMs = Date.UTC(2026, 10, 20, 18)
const titles = [
  'Varroa count',
  'Honey from the cellar',
  'A very long evening beside the hive with questions from the chat',
]

const broadcasts = Array.from({ length: 7 }, (_, index): PastBroadcast => {
  const viewers = 14 + ((index * 37) % 23)
  return {
    streamId: `history${index}`.padEnd(20, '0'),
    title: titles[index % 4] ?? '',
    startedAt: lastMs - index * 3 * dayMs,
    endedAt: lastMs - index * 3 * dayMs + 2 * 60 * 60_000,
    durationSeconds: 7200,
    peakViewers: Math.round(viewers * 1.7),
    averageViewers: viewers,
    totalWatchTime: viewers * 7200,
    newFollowers: index % 3,
    messages: 400 - index * 41,
    replayViews: 31 * index,
    permlink: null,
    payout: null,
  }
})

const webhook = {
  id: 'w'.repeat(20),
  url: 'https://lights.example/hooks/waggle',
  events: ['stream.live', 'follow', 'tip'],
  isActive: true,
  createdAt: lastMs,
}
const delivery = { event: 'follow', status: 200, problem: null, attempts: 1, createdAt: lastMs, nextAttemptAt: null }
const deliveries = [
  { ...delivery, id: 'follow-erin', state: 'delivered', attemptedAt: lastMs },
  { ...delivery, id: 'tip-1', event: 'tip', state: 'failed', status: 500, problem: 'refused', attempts: 7 },
].map((one) => ({ attemptedAt: lastMs, ...one }))

const tips = ['carol', 'dave', 'erin'].map((sender, index) => ({
  id: `tip-${index}`,
  sender,
  amount: `${(index + 1).toFixed(3)} ${index === 1 ? 'HBD' : 'HIVE'}`,
  message: index === 0 ? 'For the new frames. Thank you for the evening!' : '',
  streamId: null,
  sentAt: lastMs - index * dayMs,
}))

const lately = {
  ...{ broadcasts: 9, durationSeconds: 81_000, averageViewers: 24.6, peakViewers: 71, totalWatchTime: 1_992_600 },
  ...{ replayViews: 214, messages: 2810, newFollowers: 31, tips: ['4.000 HBD', '18.500 HIVE'] },
}
const earlier = {
  ...{ broadcasts: 8, durationSeconds: 76_000, averageViewers: 26.1, peakViewers: 58, totalWatchTime: 1_983_600 },
  ...{ replayViews: 0, messages: 2410, newFollowers: 22, tips: [] },
}
const growth = Array.from({ length: 30 }, (_, index) => ({
  date: new Date(lastMs - (29 - index) * dayMs).toISOString().slice(0, 10),
  followers: 120 + index + Math.round(3 * Math.sin(index)),
}))

const twoHoursLater = sampleSchedule.map(({ startTime, ...one }) => ({ startTime: startTime + dayMs / 12, ...one }))

/** Tabs of the dashboard with something in them, and without. */
export const dashboardScreens: readonly Screen[] = [
  {
    name: 'dashboard-panels',
    path: '/dashboard/streamer#settings',
    texts: ['Viewers see them below the player', '5 of 8'],
    user: 'bob',
    answers: { '/api/channels/bob/panels': ok({ panels: samplePanels }) },
    act: async (page) => {
      await toPanels(page)
      await page.getByRole('button', { name: 'Edit panel: Schedule' }).click()
      await page.getByLabel('Link (optional)').fill('http://calendar.example/coast')
      await page.getByRole('button', { name: 'Save panels' }).click()
      await page.getByText('The link must begin with https://').waitFor()
      await toPanels(page)
    },
  },
  {
    name: 'dashboard-panels-none',
    path: '/dashboard/streamer#settings',
    texts: ['Aún no hay paneles'],
    user: 'carol',
    language: 'es',
    act: toPanels,
  },
  {
    name: 'dashboard-schedule',
    path: '/dashboard/streamer#schedule',
    texts: ['Schedule', '7 of 14', 'Varroa count'],
    user: 'bob',
    answers: { '/api/channels/bob/schedule': ok({ broadcasts: sampleSchedule }) },
  },
  {
    name: 'dashboard-schedule-edit',
    path: '/dashboard/streamer#schedule',
    texts: ['Schedule', '7 of 14', 'Varroa count'],
    user: 'bob',
    answers: { '/api/channels/bob/schedule': ok({ broadcasts: sampleSchedule }) },
    act: async (page) => {
      const rows = page.getByRole('list', { name: 'Planned broadcasts' })
      await rows.getByRole('button', { name: /^Edit: .+, Varroa count$/ }).click()
    },
  },
  {
    name: 'dashboard-schedule-full',
    path: '/dashboard/streamer#schedule',
    texts: ['Horario', 'Has planeado 14 directos.'],
    user: 'carol',
    language: 'es',
    answers: { '/api/channels/carol/schedule': ok({ broadcasts: [...sampleSchedule, ...twoHoursLater] }) },
  },
  {
    name: 'dashboard-statistics',
    path: '/dashboard/streamer#statistics',
    texts: ['Follower growth', 'New followers'],
    user: 'bob',
    answers: {
      '/api/streams/totals/bob': ok({ now: lately, before: earlier }),
      '/api/streams/followers/growth/bob': ok(growth),
    },
    // Rule STATS-11.
    act: async (page) => {
      await page.getByRole('button', { name: '30 days' }).click()
      await page.getByRole('heading', { name: 'Your last 30 days' }).waitFor()
      await page.getByText('22h 30m', { exact: true }).waitFor()
      await page.getByText('+40.9%').waitFor()
      await page.getByText('over 30 days').waitFor()
    },
  },
  {
    name: 'dashboard-history',
    path: '/dashboard/streamer#history',
    texts: ['Your last 7 broadcasts compared', 'Varroa count'],
    user: 'bob',
    answers: { '/api/streams/history/bob': ok({ broadcasts, hasMore: false }) },
    // Rule STATS-8. The first one had 14 viewers for two hours.
    act: async (page) => {
      await page.getByRole('figure', { name: 'Average viewers' }).getByText('14.0').waitFor()
      await page.getByRole('button', { name: 'Watch time' }).click()
      await page.getByRole('figure', { name: 'Watch time' }).getByText('28h 0m').waitFor()
    },
  },
  {
    name: 'dashboard-history-two',
    path: '/dashboard/streamer#history',
    texts: ['Your last 7 broadcasts compared', 'Varroa count'],
    user: 'bob',
    answers: { '/api/streams/history/bob': ok({ broadcasts, hasMore: false }) },
    // Rule STATS-9. The earlier one had 33 viewers, the later one 14.
    act: async (page) => {
      const compare = page.getByRole('checkbox', { name: 'Compare', exact: true })
      await compare.first().press('Space')
      await page.getByText('Choose another one in the list to compare “Varroa count” with.').waitFor()
      await compare.nth(3).press('Space')
      const row = page.getByRole('row', { name: /^Average viewers/ })
      await row.getByRole('cell', { name: '−19.0 (−58%)' }).waitFor()
    },
  },
  {
    name: 'dashboard-recordings',
    path: '/dashboard/streamer#recordings',
    texts: ['Varroa count', 'The first jar'],
    user: 'bob',
    answers: {
      '/api/replays/mine': ok({ replays: ownRecordings, next: null }),
      '/api/replays/settings': ok({
        ...{ isRecorded: true, isPublishedAtOnce: true, keepDays: 14, isDownloadable: false, whoMayClip: 'everyone' },
        ...{ usedBytes: 6_900_000_000, maxBytes: null, maxDays: 90, leaving: { byAge: 0, bySize: 0 } },
      }),
      '/api/clips/mine': ok({ clips: ownClips, hasMore: false }),
    },
  },
  {
    name: 'dashboard-edit-info',
    path: '/dashboard/streamer',
    texts: ['Streamer Dashboard'],
    user: 'carol',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit stream info' }).click()
      await page.getByRole('dialog').getByLabel('Stream Title').fill('Varroa count, and what to do about it')
    },
  },
  {
    name: 'dashboard-quick-actions',
    path: '/dashboard/streamer',
    texts: ['Streamer Dashboard'],
    user: 'carol',
    act: async (page) => {
      await page.getByRole('button', { name: 'Customize quick actions' }).click()
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Share' }).uncheck()
    },
  },
  {
    name: 'dashboard-webhooks',
    path: '/dashboard/streamer#webhooks',
    texts: ['lights.example', 'What your server receives'],
    user: 'carol',
    answers: {
      '/api/channels/my-channel/webhooks': ok({ isEnabled: true, webhooks: [webhook] }),
      [`/api/channels/my-channel/webhooks/${webhook.id}/deliveries`]: ok({ deliveries }),
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Deliveries' }).click()
      await page.getByText('Given up').waitFor()
    },
  },
  {
    name: 'dashboard-webhooks-none',
    path: '/dashboard/streamer#webhooks',
    texts: ['Aún no hay webhooks', 'Qué recibe tu servidor'],
    user: 'carol',
    language: 'es',
    answers: { '/api/channels/my-channel/webhooks': ok({ isEnabled: true, webhooks: [] }) },
  },
  {
    name: 'dashboard-tips',
    path: '/dashboard/streamer#tips',
    texts: ['For the new frames.', 'What a tip does'],
    user: 'dave',
    answers: {
      '/api/channels/my-channel/tips': ok({
        tips,
        totals: ['4.000 HIVE', '2.000 HBD'],
        thisMonth: [],
        thisYear: ['4.000 HIVE', '2.000 HBD'],
      }),
    },
    // Rule TIP-4.
    act: async (page) => {
      for (const total of ['This monthNothing yet', 'This year4 HIVE · 2 HBD']) {
        await page.locator('dl > div', { hasText: total }).waitFor()
      }
    },
  },
]

async function toPanels(page: Page): Promise<void> {
  const editor = page.getByRole('region', { name: /^(Panels|Paneles)$/ })
  await editor.evaluate((element) => element.scrollIntoView())
}

/** The end of it, which has the form. */
