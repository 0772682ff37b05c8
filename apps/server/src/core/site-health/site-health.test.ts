import { hostname } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { endBroadcast, insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { openDatabase } from '../../db/open.ts'
import { addRecordedBytes } from '../../db/recordings/recordings.ts'
import { raiseAlert } from '../../db/site-health/alerts.ts'
import { signAs, startTestSite } from '../../testing/site.ts'

const dayMs = 24 * 60 * 60_000

async function startOperated(env: Record<string, string> = {}) {
  const site = await startTestSite({ env: { WAGGLE_OPERATORS: 'alice', ...env } })
  onTestFinished(() => site.close())
  const token = await site.signIn('alice')
  const { challenge } = (await site.request('GET', '/api/auth/challenge?purpose=operate&username=alice', { token }))
    .json
  const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  await site.request('POST', '/api/operate/rights', { token, body })
  const db = await openDatabase({ dataDir: site.dataDir })
  onTestFinished(() => db.destroy())
  return { site, db, get: async (path: string) => (await site.request('GET', path, { token })).json }
}

it('[HEALTH-5] whoever runs the site sees its processes and what needs them', async () => {
  const { site, db, get } = await startOperated({
    WAGGLE_SMTP_URL: 'smtp://127.0.0.1:1',
    WAGGLE_ALERT_MAIL: 'ops@example.com',
  })
  await raiseAlert(db, { kind: 'recording', key: 'm9', facts: { process: 'm9', broadcasts: 2 } }, site.now())
  await expect.poll(async () => (await get('/api/operate/health')).processes.length).toBe(1)
  const health = await get('/api/operate/health')
  expect(health.processes[0]).toMatchObject({
    name: `${hostname()}:${new URL(site.url).port}`,
    roles: ['core', 'media', 'chat'],
    state: 'running',
    parts: expect.arrayContaining([{ part: 'database', problem: null, checkMs: expect.any(Number) }]),
    disks: expect.arrayContaining([expect.objectContaining({ disk: 'data', daysUntilFull: null })]),
  })
  expect(health.targets).toEqual(['mail'])
  expect(health.alerts).toContainEqual({
    kind: 'recording',
    facts: { process: 'm9', broadcasts: 2 },
    since: expect.any(Number),
  })
  expect(JSON.stringify(health)).not.toMatch(/ops@example|diskHistory/)
  await site.restart()
  await expect.poll(async () => (await get('/api/operate/health')).processes[0]?.state).toBe('running')
})

it('[HEALTH-6] and what recordings take, and which go next', async () => {
  const { site, db, get } = await startOperated({ WAGGLE_REPLAY_DAYS: '3', WAGGLE_REPLAY_GIB: '1' })
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  for (const [id, username, ageDays, bytes] of [
    ['old', 'bob', 2, 1000],
    ['new', 'bob', 0.5, 500],
    ['big', 'carol', 0.1, 4000],
  ] as const) {
    const endedAtMs = site.now() - ageDays * dayMs
    await insertBroadcast(db, { id, username, startedAtMs: endedAtMs - 1000, playlists })
    await endBroadcast(db, id, endedAtMs, endedAtMs)
    await addRecordedBytes(db, id, bytes)
  }
  expect(await get('/api/operate/storage')).toEqual({
    isRecording: true,
    bytes: 5500,
    maxBytes: 2 ** 30,
    maxBytesPerChannel: null,
    keepDays: 3,
    // Not within as long as they are kept.
    forecast: null,
    channels: [
      { username: 'carol', bytes: 4000 },
      { username: 'bob', bytes: 1500 },
    ],
    leaving: [{ streamId: 'old', username: 'bob', bytes: 1000, endedAt: expect.any(Number), reason: 'age' }],
  })
})
