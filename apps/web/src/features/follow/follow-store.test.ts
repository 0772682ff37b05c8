import { QueryClient } from '@tanstack/react-query'
import { limits } from '@waggle/contract/limits'
import { expect, test } from 'vitest'
import { fakeServer, json, type ReceivedCall, refusal, unreachable } from '../../testing/fake-server.ts'
import { createFollowStore, followingKey, followStatsKey } from './follow-store.ts'

const entry = (username: string) => ({ username, lastSeen: null, followedAt: 1 })

function setUp(answer: (call: ReceivedCall) => Response | Error | Promise<Response>) {
  const { api, calls } = fakeServer(answer)
  const delayed: { delayMs: number; run: () => void }[] = []
  const store = createFollowStore(api, (delayMs, run) => void delayed.push({ delayMs, run }))
  const queryClient = new QueryClient()
  queryClient.setQueryData(followingKey('alice'), [entry('bob')])
  queryClient.setQueryData(followStatsKey('carol'), 999)
  const change = (channel: string, isFollowing: boolean) =>
    store.change({ queryClient, user: 'alice', token: 't', channel, isFollowing })
  const list = () =>
    queryClient.getQueryData<{ username: string }[]>(followingKey('alice'))?.map(({ username }) => username)
  return { store, calls, delayed, queryClient, change, list }
}

const done = (isFollowing: boolean, followerCount: number) =>
  json({ success: true, message: '', isFollowing, followerCount })

test('shows the change while the call runs, then takes over the answer', async () => {
  let respond: (response: Response) => void = () => {}
  const { store, calls, change, list, queryClient } = setUp(
    () =>
      new Promise<Response>((resolve) => {
        respond = resolve
      }),
  )
  const following = change('carol', true)
  expect(store.getState().pending).toEqual({ carol: true })
  // A second press during the call sends no second call.
  await change('carol', false)
  await expect.poll(() => calls.length).toBe(1)
  expect(calls[0]).toMatchObject({
    method: 'POST',
    path: '/api/follows/follow',
    authorization: 'Bearer t',
    body: { username: 'carol' },
  })
  respond(done(true, 1000))
  expect(await following).toBeUndefined()
  expect(store.getState()).toEqual({ pending: {}, errors: {} })
  expect(list()).toEqual(['carol', 'bob'])
  expect(queryClient.getQueryData(followStatsKey('carol'))).toBe(1000)
})

test('unfollowing removes the channel from the list', async () => {
  const { change, list, calls } = setUp(() => done(false, 0))
  await change('bob', false)
  expect(calls[0]?.path).toBe('/api/follows/unfollow')
  expect(list()).toEqual([])
})

test.each<[string, Response | Error, boolean, string]>([
  ['a fault of the server', refusal(500, 'internal', 'Oops'), true, 'Failed to follow channel: 500'],
  ['a fault of the server', refusal(502, '', ''), false, 'Failed to unfollow channel: 502'],
  ['an ended session', refusal(401, 'session_invalid', 'Ended'), true, 'Authentication required to follow channels'],
  ['an ended session', refusal(401, 'session_invalid', 'x'), false, 'Authentication required to unfollow channels'],
  ['a refusal', refusal(409, 'follow_too_many', 'Unfollow one first'), true, 'Unfollow one first'],
  ['no network', unreachable, true, 'Network error - please check your connection'],
])('[FOLLOW-3] %s undoes the change and is shown for 3 s', async (_case, answer, isFollowing, sentence) => {
  const channel = isFollowing ? 'carol' : 'bob'
  const { store, delayed, change, list } = setUp(() => answer)
  await expect(change(channel, isFollowing)).rejects.toBeInstanceOf(Error)
  expect(store.getState()).toEqual({ pending: {}, errors: { [channel]: { sentence } } })
  expect(list()).toEqual(['bob'])
  expect(delayed.map(({ delayMs }) => delayMs)).toEqual([limits.followErrorDisplayMs])
  delayed[0]?.run()
  expect(store.getState().errors).toEqual({})
})
