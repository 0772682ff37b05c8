import { expect, test } from 'vitest'
import { type StallCause, type StallFacts, stallCause } from './stall-cause.ts'

const healthy: StallFacts = {
  isOnline: true,
  isReconnecting: false,
  hasServerAnswered: true,
  lookupFailure: null,
  bufferedSeconds: 0,
  droppedFrameRatio: 0,
  downloadTimeRatio: 0.1,
  serverFailures: 0,
  downloadTimeouts: 0,
  sinceNewMediaMs: 300,
  isKeyMissing: false,
}
const lateMedia = { sinceNewMediaMs: 5000 }
const silentServer = { hasServerAnswered: false, ...lateMedia }

const table: [string, Partial<StallFacts>, StallCause][] = [
  ['nothing is unusual', {}, 'unknown'],
  [
    'the device is offline, whatever the other facts say',
    { isOnline: false, isReconnecting: true, ...silentServer },
    'offline',
  ],
  ['the server says that the encoder is disconnected', { isReconnecting: true, ...lateMedia }, 'encoder-away'],
  [
    'the encoder is disconnected, and downloads were slow before',
    { isReconnecting: true, downloadTimeRatio: 2 },
    'encoder-away',
  ],
  ['the server answers, but the playlist has nothing new', lateMedia, 'encoder-late'],
  ['the same at the threshold', { sinceNewMediaMs: 2000 }, 'encoder-late'],
  ['the same just below the threshold', { sinceNewMediaMs: 1999 }, 'unknown'],
  ['the playlist has nothing new, and the server has not answered yet', silentServer, 'unknown'],
  ['the stream lookup got no answer', { ...silentServer, lookupFailure: 'network' }, 'unreachable'],
  ['the stream lookup got a 502', { ...silentServer, lookupFailure: 'server' }, 'server'],
  ['media requests got 5xx while the site answers', { serverFailures: 1 }, 'server'],
  ['downloads take nearly as long as the play time they bring', { downloadTimeRatio: 0.9 }, 'slow-network'],
  ['downloads are slow, and media is late because of them', { downloadTimeRatio: 3, ...lateMedia }, 'slow-network'],
  ['downloads timed out while the server answers', { downloadTimeouts: 1, downloadTimeRatio: null }, 'slow-network'],
  ['downloads timed out and the server does not answer', { ...silentServer, downloadTimeouts: 1 }, 'unknown'],
  ['the server answers but gives no key', { isKeyMissing: true, downloadTimeRatio: 3 }, 'no-key'],
  [
    'no key, and the server has not answered yet',
    { isKeyMissing: true, ...silentServer, downloadTimeRatio: 3 },
    'unknown',
  ],
  ['no key, and the stream lookup got no answer', { isKeyMissing: true, lookupFailure: 'network' }, 'unreachable'],
  ['a second is buffered and is not shown', { bufferedSeconds: 1 }, 'computer'],
  ['frames are dropped while some media is buffered', { bufferedSeconds: 0.4, droppedFrameRatio: 0.5 }, 'computer'],
  ['frames were dropped, but now nothing is buffered', { bufferedSeconds: 0, droppedFrameRatio: 0.5 }, 'unknown'],
]

test.each(table)('%s', (_, facts, cause) => {
  expect(stallCause({ ...healthy, ...facts })).toBe(cause)
})
