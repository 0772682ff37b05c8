import Hls from 'hls.js'
import { expect, test } from 'vitest'
import { type PlaybackFault, remedyFor } from './recovery.ts'

const { ErrorDetails, ErrorTypes } = Hls

function fault(type: string, details: string, { isFatal = true, status }: Partial<PlaybackFault> = {}): PlaybackFault {
  return { type, details, isFatal, status }
}

test('an error that hls.js recovers from needs no remedy', () => {
  const stall = fault(ErrorTypes.MEDIA_ERROR, ErrorDetails.BUFFER_STALLED_ERROR, { isFatal: false })
  expect(remedyFor(stall, 0, 0)).toEqual({ do: 'nothing' })
})

test.each([
  [ErrorDetails.MANIFEST_LOAD_ERROR, 404],
  [ErrorDetails.LEVEL_LOAD_ERROR, 404],
  [ErrorDetails.LEVEL_LOAD_ERROR, 410],
  [ErrorDetails.KEY_LOAD_ERROR, 404],
])('%s with %i: the broadcast is over', (details, status) => {
  expect(remedyFor(fault(ErrorTypes.NETWORK_ERROR, details, { status }), 0, 0)).toEqual({ do: 'end' })
})

test('a segment that has left the playlist does not end the broadcast', () => {
  const late = fault(ErrorTypes.NETWORK_ERROR, ErrorDetails.FRAG_LOAD_ERROR, { status: 404 })
  expect(remedyFor(late, 0, 0)).toMatchObject({ do: 'retry', isSourceLost: false })
})

test('[PLAYER-8] network errors are retried for ever, with a back-off of up to 10 s', () => {
  const lost = fault(ErrorTypes.NETWORK_ERROR, ErrorDetails.LEVEL_LOAD_TIMEOUT)
  const delays = [0, 1, 2, 3, 4, 5, 50].map((failures) => remedyFor(lost, failures, 0))
  expect(delays.map((remedy) => remedy.do === 'retry' && remedy.afterMs)).toEqual([
    1000, 2000, 4000, 8000, 10_000, 10_000, 10_000,
  ])
})

test.each([ErrorDetails.MANIFEST_LOAD_ERROR, ErrorDetails.MANIFEST_LOAD_TIMEOUT, ErrorDetails.MANIFEST_PARSING_ERROR])(
  '%s: without a master playlist the source is reloaded',
  (details) => {
    const lost = fault(ErrorTypes.NETWORK_ERROR, details, { status: 503 })
    expect(remedyFor(lost, 0, 0)).toMatchObject({ do: 'retry', isSourceLost: true })
  },
)

test('[PLAYER-7] a media error is shown after three recoveries', () => {
  const broken = fault(ErrorTypes.MEDIA_ERROR, ErrorDetails.BUFFER_APPEND_ERROR)
  expect([0, 1, 2].map((recoveries) => remedyFor(broken, 0, recoveries).do)).toEqual(Array(3).fill('recover-media'))
  expect(remedyFor(broken, 0, 3)).toEqual({ do: 'give-up', sentence: 'Media error - unable to play video' })
})

test('[PLAYER-8] any other fatal error ends the attempt', () => {
  const other = fault(ErrorTypes.OTHER_ERROR, ErrorDetails.INTERNAL_EXCEPTION)
  expect(remedyFor(other, 0, 0)).toEqual({ do: 'give-up', sentence: 'Fatal error occurred' })
})
