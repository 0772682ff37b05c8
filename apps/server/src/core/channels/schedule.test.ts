import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe('[SETTINGS-8, API-23] the broadcasts that a channel has planned', () => {
  let site: TestSite
  let alice: string
  let bob: string

  beforeAll(async () => {
    site = await startTestSite()
    alice = await site.signIn('alice')
    bob = await site.signIn('bob')
    await site.request('POST', '/api/follows/follow', { body: { username: 'alice' }, token: bob })
  })
  afterAll(() => site?.close())
  beforeEach(async () => {
    expect((await plan([])).json).toEqual({ broadcasts: [] })
  })

  const plan = (broadcasts: unknown, timeZone: unknown = 'Europe/Madrid') =>
    site.request('PUT', '/api/channels/my-channel/schedule', { body: { broadcasts, timeZone }, token: alice })
  const planned = async () => (await site.request('GET', '/api/channels/alice/schedule')).json.broadcasts
  const next = async () => {
    const channel = (await site.request('GET', '/api/streams/info/alice')).json.nextBroadcast
    const { following } = (await site.request('GET', '/api/follows/following', { token: bob })).json
    return [channel, following[0].nextBroadcast]
  }
  const unsaid = { durationMinutes: null, category: null }
  const once = (startTime: number, title = '') => ({ startTime, isWeekly: false, title, ...unsaid })
  const weekly = (startTime: number, title = '') => ({ startTime, isWeekly: true, title, ...unsaid })

  it('are replaced as one list by their owner, for everybody to read, the next one first', async () => {
    expect(await planned()).toEqual([])
    expect(await next()).toEqual([null, null])
    await site.request('PUT', '/api/channels/my-channel', { body: { title: 'Hats' }, token: alice })
    const [soon, later] = [site.now() + dayMs, site.now() + 3 * dayMs]
    const saved = await plan([weekly(later), { startTime: soon, title: '  Bees\u202e and\nhoney ' }])
    const expected = [once(soon, 'Bees and honey'), weekly(later)]
    expect(saved.json).toEqual({ broadcasts: expected })
    expect(await planned()).toEqual(expected)
    expect(await next()).toEqual([soon, soon])
    expect((await site.request('GET', '/api/channels/alice')).json.title).toBe('Hats')
    // What is planned twice is said once.
    expect((await plan([weekly(later), weekly(later)])).json).toEqual({ broadcasts: [weekly(later)] })
    expect(await next()).toEqual([later, later])
    expect((await site.request('GET', '/api/channels/bob/schedule')).json).toEqual({ broadcasts: [] })
    expect((await site.request('GET', '/api/channels/not%20a%20name/schedule')).status).toBe(400)
  })

  it('go half an hour after their time, and those of every week are then a week later', async () => {
    // In a time zone that does not change its clock.
    const startTime = site.now() + minuteMs
    await plan([once(startTime), weekly(startTime + minuteMs)], 'UTC')
    site.moveClock(30 * minuteMs)
    expect(await planned()).toEqual([once(startTime), weekly(startTime + minuteMs)])
    expect(await next()).toEqual([startTime, startTime])
    site.moveClock(2 * minuteMs)
    const inAWeek = startTime + minuteMs + 7 * dayMs
    expect(await planned()).toEqual([weekly(inAWeek)])
    expect(await next()).toEqual([inAWeek, inAWeek])
  })

  it('keep their first time and their time zone when they are sent again', async () => {
    const startTime = site.now() + minuteMs
    await plan([weekly(startTime), once(startTime)], 'UTC')
    site.moveClock(2 * minuteMs)
    // Both have begun, the streamer has travelled, and the list is saved for the sake of another one.
    const later = once(site.now() + dayMs)
    const again = [once(startTime, 'Late'), weekly(startTime), later]
    expect((await plan(again, 'Asia/Tokyo')).json).toEqual({ broadcasts: again })
    site.moveClock(40 * minuteMs)
    expect((await plan(again, 'Asia/Tokyo')).json).toEqual({ broadcasts: [later, weekly(startTime + 7 * dayMs)] })
    const body = await signed('download-data')
    const { stored } = JSON.parse((await site.request('POST', '/api/privacy/download', { token: alice, body })).text)
    expect(JSON.parse(stored.schedules.rows[0].broadcasts)).toEqual([
      { ...weekly(startTime), timeZone: 'UTC' },
      { ...later, timeZone: 'Asia/Tokyo' },
    ])
  })

  it('are edited: what is sent at the same time keeps its time zone, with another title, length and category', async () => {
    const startTime = site.now() + dayMs
    await plan([weekly(startTime, 'Bees')], 'UTC')
    const edited = { ...weekly(startTime, 'Bees, and honey'), durationMinutes: 95, category: 'Cooking' }
    expect((await plan([edited], 'Asia/Tokyo')).json).toEqual({ broadcasts: [edited] })
    expect(await planned()).toEqual([edited])
    const body = await signed('download-data')
    const { stored } = JSON.parse((await site.request('POST', '/api/privacy/download', { token: alice, body })).text)
    expect(JSON.parse(stored.schedules.rows[0].broadcasts)).toEqual([{ ...edited, timeZone: 'UTC' }])
    for (const refused of [{ durationMinutes: 1441 }, { durationMinutes: 4 }, { durationMinutes: 9.5 }]) {
      expect((await plan([{ ...edited, ...refused }])).json).toMatchObject({ code: 'invalid_request' })
    }
    expect((await plan([{ ...edited, category: 'Wasps' }])).json).toMatchObject({ code: 'category_unknown' })
    expect(await planned()).toEqual([edited])
    // Another time, or week, is another broadcast, and an empty category is none.
    const [moved, later] = [once(startTime + 1), weekly(startTime + 14 * dayMs)]
    const saved = await plan([{ ...moved, category: ' ' }, later], 'Asia/Tokyo')
    expect(saved.json).toEqual({ broadcasts: [moved, later] })
  })

  it.each([
    ['a time that is over', () => [once(site.now() - 1)], 'schedule_time_refused', /within the next 90 days/],
    ['a weekly one that is over', () => [weekly(site.now() - 1)], 'schedule_time_refused', /./],
    ['a time past the next 90 days', () => [weekly(site.now() + 90 * dayMs + minuteMs)], 'schedule_time_refused', /./],
    ['the end of all times', () => [weekly(Number.MAX_SAFE_INTEGER)], 'schedule_time_refused', /./],
    ['the beginning of all times', () => [weekly(Number.MIN_SAFE_INTEGER)], 'schedule_time_refused', /./],
    ['fifteen', () => Array(15).fill(once(site.now() + dayMs)), 'schedule_full', /14 broadcasts\. Remove some/],
    ['a title past its bound', () => [once(site.now() + dayMs, 'x'.repeat(101))], 'invalid_request', /title/],
    ['what is no time', () => [{ startTime: 'tomorrow' }], 'invalid_request', /startTime/],
    ['half a millisecond', () => [once(site.now() + 1000.5)], 'invalid_request', /startTime/],
    ['what is no list', () => once(site.now() + dayMs), 'invalid_request', /'broadcasts'/],
  ])('refuses %s, and keeps what was planned', async (_, broadcasts, code, sentence) => {
    const kept = [weekly(site.now() + dayMs, 'Kept')]
    await plan(kept)
    const refused = await plan(broadcasts())
    expect([refused.status, refused.json.code]).toEqual([400, code])
    expect(refused.json.message).toMatch(sentence)
    expect(await planned()).toEqual(kept)
  })

  it.each(['Mars/Phobos', '+01:00', ''])('refuses the time zone %j', async (timeZone) => {
    expect((await plan([], timeZone)).json.code).toBe('time_zone_unknown')
    expect((await plan([], 'x'.repeat(65))).json.code).toBe('invalid_request')
  })

  it('[PRIVACY-3] go with the account', async () => {
    await plan([weekly(site.now() + dayMs, 'Bees')])
    const deletion = { token: alice, body: await signed('delete-data') }
    expect((await site.request('POST', '/api/privacy/deletion', deletion)).status).toBe(200)
    await expect.poll(planned, { timeout: 20_000 }).toEqual([])
  })

  async function signed(purpose: string) {
    const query = `purpose=${purpose}&username=alice`
    const { challenge } = (await site.request('GET', `/api/auth/challenge?${query}`)).json
    return { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  }
})
