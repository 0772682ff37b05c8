import { isUsername } from '@waggle/contract/names'
import { expect, test } from 'vitest'
import { sampleStreams } from './sample-data.ts'

test('[SAMPLE-2] no sample stream has the name of an account that somebody could have', () => {
  expect(sampleStreams.map(({ username }) => username).filter(isUsername)).toEqual([])
})
