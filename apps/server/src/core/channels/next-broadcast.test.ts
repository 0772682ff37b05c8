import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '../../testing/site.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe('[SETTINGS-8, API-23] when a channel will be live next', () => {
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

  const say = (startTime: unknown, token = alice) =>
    site.request('PUT', '/api/channels/my-channel/next-broadcast', { body: { startTime }, token })
  const said = async () => {
    const own = (await site.request('GET', '/api/channels/alice/next-broadcast')).json.startTime
    const channel = (await site.request('GET', '/api/streams/info/alice')).json.nextBroadcast
    const { following } = (await site.request('GET', '/api/follows/following', { token: bob })).json
    return [own, channel, following[0].nextBroadcast]
  }

  it('is said by its owner, for everybody to read, until it is taken back', async () => {
    expect(await said()).toEqual([null, null, null])
    await site.request('PUT', '/api/channels/my-channel', { body: { title: 'Hats' }, token: alice })
    const startTime = site.now() + 3 * dayMs
    expect((await say(startTime)).json).toEqual({ startTime })
    expect(await said()).toEqual([startTime, startTime, startTime])
    expect((await site.request('GET', '/api/channels/alice')).json.title).toBe('Hats')
    expect((await say(null)).json).toEqual({ startTime: null })
    expect(await said()).toEqual([null, null, null])
  })

  it('goes half an hour after its time', async () => {
    const startTime = site.now() + minuteMs
    await say(startTime)
    site.moveClock(30 * minuteMs)
    expect(await said()).toEqual([startTime, startTime, startTime])
    site.moveClock(2 * minuteMs)
    expect(await said()).toEqual([null, null, null])
  })

  it.each([
    ['a time that is over', () => site.now() - 1, 'next_broadcast_refused'],
    ['a time past the next 90 days', () => site.now() + 90 * dayMs + minuteMs, 'next_broadcast_refused'],
    ['what is no time', () => 'tomorrow', 'invalid_request'],
    ['half a millisecond', () => site.now() + 1000.5, 'invalid_request'],
  ])('refuses %s, and keeps what was said', async (_, time, code) => {
    const startTime = site.now() + dayMs
    await say(startTime)
    expect((await say(time())).json.code).toBe(code)
    expect(await said()).toEqual([startTime, startTime, startTime])
  })
})
