import type { ActiveStream } from '@waggle/contract/endpoints'
import { expect, test } from 'vitest'
import { sampleStreams } from '../../lib/sample-data.ts'
import { liveCategories } from './live-categories.ts'

const [sample] = sampleStreams

function stream(category: string | null, viewers: number): ActiveStream {
  if (!sample) throw new Error('There is no sample')
  return { ...sample, category, viewers }
}

test('[DIR-3] categories are in the order of their viewers, then of their streams, then by name', () => {
  const streams = [
    stream('Music', 3),
    stream('Art', 5),
    stream('Travel', 4),
    stream('Cooking', 2),
    stream(null, 5),
    stream('Cooking', 3),
    stream('Travel', 3),
  ]
  expect(liveCategories(streams)).toEqual([
    { category: 'Travel', streams: 2, viewers: 7 },
    { category: 'Cooking', streams: 2, viewers: 5 },
    { category: 'Art', streams: 1, viewers: 5 },
    { category: 'General', streams: 1, viewers: 5 },
    { category: 'Music', streams: 1, viewers: 3 },
  ])
})
