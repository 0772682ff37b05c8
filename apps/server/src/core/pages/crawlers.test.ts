import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { openDatabase } from '../../db/open.ts'
import { deleteRecording, saveRecordingChoices } from '../../db/recordings/recordings.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'

const publicUrl = 'https://live.example'
const startedAtMs = Date.UTC(2026, 10, 1, 12)
const dayMs = 24 * 60 * 60_000

let site: TestSite

beforeAll(async () => {
  site = await startTestSite({ env: { WAGGLE_PUBLIC_URL: publicUrl } })
  // As two broadcasts of bob and one of alice left it.
  const db = await openDatabase({ dataDir: site.dataDir })
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  for (const [index, username] of ['bob', 'alice', 'bob'].entries()) {
    const broadcast = { id: `${index}`.repeat(20), username, startedAtMs: startedAtMs + index * dayMs, playlists }
    await insertBroadcast(db, broadcast)
  }
  await db.destroy()
})
afterAll(() => site?.close())

it('[HOME-7] the sitemap lists the public pages and every channel that has streamed, once, the latest first', async () => {
  const { status, headers, text } = await site.request('GET', '/sitemap.xml')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  expect(text).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
  )
  const entries = [...text.matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g)]
  expect(entries.map(([, address, changed]) => [address, changed])).toEqual([
    [`${publicUrl}/`, undefined],
    [`${publicUrl}/directory`, undefined],
    [`${publicUrl}/faq`, undefined],
    [`${publicUrl}/watch?user=bob`, '2026-11-03T12:00:00.000Z'],
    [`${publicUrl}/watch?user=alice`, '2026-11-02T12:00:00.000Z'],
  ])
})

it('the list of channels is read at most every ten minutes', async () => {
  const db = await openDatabase({ dataDir: site.dataDir })
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id: 'c'.repeat(20), username: 'carol', startedAtMs, playlists })
  await db.destroy()
  expect((await site.request('GET', '/sitemap.xml')).text).not.toContain('carol')
  site.moveClock(10 * 60_000)
  expect((await site.request('GET', '/sitemap.xml')).text).toContain(`${publicUrl}/watch?user=carol`)
})

it('[HOME-7] the sitemap lists the replays that everybody may watch', async () => {
  const db = await openDatabase({ dataDir: site.dataDir })
  await insertRecordedBroadcast(db, { id: 'd'.repeat(20), startedAtMs })
  await insertRecordedBroadcast(db, { id: 'e'.repeat(20), startedAtMs })
  await insertRecordedBroadcast(db, { id: 'f'.repeat(20), startedAtMs })
  await saveRecordingChoices(db, 'e'.repeat(20), { isPublic: false })
  await deleteRecording(db, 'f'.repeat(20), startedAtMs)
  await db.destroy()
  site.moveClock(10 * 60_000)
  const { text } = await site.request('GET', '/sitemap.xml')
  const replays = [...text.matchAll(/<loc>[^<]*\/replay\/(.)/g)].map(([, letter]) => letter)
  expect(replays).toEqual(['d'])
})

it('[HOME-7] robots.txt names the sitemap, and keeps search engines from calls and media', async () => {
  const { status, headers, text } = await site.request('GET', '/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
  expect(text).toMatch(/^User-agent: \*\n/)
  expect(text).toContain('\nDisallow: /api/\n')
})
