import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { decodeAll, probe } from '../../media/recording/testing/play-replay.ts'
import { publish } from '../../media/recording/testing/publish.ts'
import { type OperatedSite, startOperatedSite } from '../../testing/operated-site.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { cleanUpReports } from './report-clean-up.ts'

const dayMs = 24 * 60 * 60_000
const patience = { timeoutMs: 60_000 }
let site: OperatedSite

beforeAll(async () => {
  site = await startOperatedSite(['carol', 'dave'], { env: { WAGGLE_TRANSCODE: 'off' } })
})
afterAll(() => site?.close())

function picturedStream({ isLive, streamId, thumbnail }: { isLive: boolean; streamId: string; thumbnail?: string }) {
  return isLive && thumbnail ? streamId : undefined
}

it('[OPERATE-9] [T42] evidence is a picture and half a minute of media, which outlive the recording and only those who run the site see', {
  timeout: 180_000,
}, async () => {
  const info = async () => (await site.request('GET', '/api/streams/info/carol')).json
  const encoder = publish(`${site.rtmpUrl}/${await site.streamKey('carol')}`, { seconds: 75, speed: 5 })
  const streamId = await waitFor('a picture', async () => picturedStream(await info()), patience)
  const report = { kind: 'broadcast', username: 'carol', streamId, reason: 'copyright' }
  expect((await site.as('dave', 'POST', '/api/reports', report)).status).toBe(200)

  const [{ id }] = (await site.as('bob', 'GET', '/api/operate/reports')).json.things
  const evidence = async (name = 'bob') => (await site.as(name, 'GET', `/api/operate/reports/${id}/evidence`)).json
  const picture = await waitFor('the picture', async () => (await evidence()).picture ?? undefined, patience)
  expect(Buffer.from(picture, 'base64').subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff))
  const { media } = await evidence()
  expect(media.endsAt - media.startsAt).toBe(operatingLimits.evidenceBeforeMs + operatingLimits.evidenceAfterMs)

  const action = { kind: 'end-broadcast', username: 'carol', reason: 'copyright', reportId: id }
  await encoder.ended
  expect((await site.as('bob', 'POST', '/api/operate/actions', action)).status).toBe(200)
  await waitFor('the end', async () => ((await info()).isLive ? undefined : true), patience)
  const folder = join(site.dataDir, 'recordings/stored', streamId)
  const stored = async () => (await readdir(folder).catch(() => [])).length
  const waiting = () => readdir(join(site.dataDir, 'recordings/waiting/here'))
  await waitFor('everything is stored', async () => ((await waiting()).length === 0 ? true : undefined), patience)
  const whole = await stored()
  expect(whole).toBeGreaterThan(2)

  const newToken = (name: string) => site.as(name, 'POST', `/api/hls/token/${media.streamId}`)
  for (const name of ['carol', 'dave']) expect((await newToken(name)).json.code).toBe('not_operating')
  expect((await site.request('POST', `/api/hls/token/${media.streamId}`)).json.code).toBe('stream_not_found')
  const play = async () => {
    const { token } = (await newToken('bob')).json
    return `${site.url}/recordings/${media.streamId}/source/media.m3u8?token=${token}`
  }
  await decodeAll(await play())
  const { seconds } = await probe(await play())
  expect(seconds).toBeGreaterThanOrEqual(28)
  expect(seconds).toBeLessThan(40)

  // What is left once its channel has deleted the recording is the evidence.
  expect((await site.as('carol', 'DELETE', `/api/replays/${streamId}`)).status).toBe(200)
  await waitFor('the deletion', async () => ((await stored()) < whole ? true : undefined), patience)
  expect((await site.request('GET', `/recordings/${streamId}/master.m3u8`)).status).toBe(404)
  await decodeAll(await play())

  await using db = await openDatabase({ dataDir: site.dataDir })
  site.moveClock(operatingLimits.evidenceDays * dayMs - 60_000)
  await cleanUpReports({ db, now: site.now })
  expect(await stored()).toBeGreaterThan(0)
  site.moveClock(60_000)
  await cleanUpReports({ db, now: site.now })
  await waitFor('the evidence is gone', async () => ((await stored()) === 0 ? true : undefined), patience)
  site.tokens.bob = await site.signIn('bob')
  await site.approve('bob')
  expect(await evidence()).toMatchObject({ picture: null, media: null, messages: [] })
  site.moveClock(operatingLimits.ownReportsDays * dayMs)
  await cleanUpReports({ db, now: site.now })
  expect(await db.selectFrom('reports').select('id').execute()).toEqual([])
})
