import { expect, test } from 'vitest'
import type { ActiveStream } from './endpoints.ts'
import { compareStreams, featuredCandidates } from './order.ts'

const stream = (username: string, change: Partial<ActiveStream> = {}): ActiveStream => ({
  id: username,
  username,
  title: `${username} plays`,
  avatar: '',
  thumbnail: '/picture.jpg',
  viewers: 0,
  category: null,
  isLive: true,
  isReconnecting: false,
  isStopped: false,
  streamPath: '',
  startTime: 0,
  description: '',
  language: null,
  tags: [],
  ...change,
})
const names = (streams: readonly ActiveStream[]) => streams.map(({ username }) => username)

test('[DIR-4] the most watched come first, equal ones by name', () => {
  const streams = [stream('erin'), stream('bob-x', { viewers: 3 }), stream('bob.a', { viewers: 3 }), stream('alice')]
  expect(names(streams.toSorted(compareStreams))).toEqual(['bob-x', 'bob.a', 'alice', 'erin'])
})

test('[HOME-2] a stream without title, picture or encoder is featured only if there is no other', () => {
  const poor = [
    stream('untitled', { title: 'Untitled Stream' }),
    stream('radio', { thumbnail: null }),
    stream('away', { isReconnecting: true }),
  ]
  expect(names(featuredCandidates([...poor, stream('alice')]))).toEqual(['alice'])
  expect(featuredCandidates(poor)).toEqual(poor)
})
