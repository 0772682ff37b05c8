import Hls from 'hls.js'
import { expect, test } from 'vitest'
import { requestOutcome } from './hls-health.ts'

const { ErrorDetails } = Hls

function outcome(details: string, status?: number, loadedBytes = 0) {
  const frag = { stats: { loaded: loadedBytes } }
  const response = status === undefined ? undefined : { url: '', code: status }
  return requestOutcome({ details, frag, response } as never)
}

test.each([
  ['a playlist that cannot be reached', ErrorDetails.LEVEL_LOAD_ERROR, 0, { kind: 'level', failure: 'unreachable' }],
  [
    'a playlist without any response',
    ErrorDetails.MANIFEST_LOAD_ERROR,
    undefined,
    { kind: 'manifest', failure: 'unreachable' },
  ],
  ['a segment that cannot be reached', ErrorDetails.FRAG_LOAD_ERROR, 0, { kind: 'frag', failure: 'unreachable' }],
  ['a playlist that times out', ErrorDetails.LEVEL_LOAD_TIMEOUT, undefined, { kind: 'level', failure: 'unreachable' }],
  ['a server error', ErrorDetails.LEVEL_LOAD_ERROR, 500, { kind: 'level', failure: 'refused' }],
  ['a refusal by something in front', ErrorDetails.FRAG_LOAD_ERROR, 403, { kind: 'frag', failure: 'refused' }],
  ['a held playlist without new media', ErrorDetails.LEVEL_LOAD_ERROR, 503, { kind: 'level', failure: undefined }],
  ['a segment during an overload', ErrorDetails.FRAG_LOAD_ERROR, 503, { kind: 'frag', failure: 'refused' }],
  ['a segment that has left the playlist', ErrorDetails.FRAG_LOAD_ERROR, 404, { kind: 'frag', failure: undefined }],
  ['an error that is no request', ErrorDetails.BUFFER_STALLED_ERROR, undefined, undefined],
] as const)('[PLAYER-8] %s', (_, details, status, expected) => {
  expect(outcome(details, status)).toEqual(expected)
})

test('a segment that times out is slow when a part of it has arrived', () => {
  expect(outcome(ErrorDetails.FRAG_LOAD_TIMEOUT, undefined, 5000)?.failure).toBe('slow')
  expect(outcome(ErrorDetails.FRAG_LOAD_TIMEOUT, undefined, 0)?.failure).toBe('unreachable')
})
