import { expect, test } from 'vitest'
import { type StallCause, type StallFacts, stallCause } from './stall-cause.ts'

const healthy: StallFacts = {
  isOnline: true,
  isReconnecting: false,
  isStopped: false,
  hasServerAnswered: true,
  lookupFailure: null,
  bufferedSeconds: 0,
  droppedFrameRatio: 0,
  downloadTimeRatio: 0.1,
  requestFailures: [],
  sinceNewMediaMs: 300,
  isKeyMissing: false,
  isMediaUnplayable: false,
  isTokenRateLimited: false,
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
    '[PLAYER-14] the server says that the streamer stopped the encoder',
    { isReconnecting: true, isStopped: true, ...lateMedia },
    'stopped',
  ],
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
  ['media requests are refused while the site answers', { requestFailures: ['refused'], ...lateMedia }, 'server'],
  [
    '[PLAYER-8] only media cannot be reached, and it is late because of that',
    { requestFailures: ['unreachable'], ...lateMedia, downloadTimeRatio: 3 },
    'media-unreachable',
  ],
  [
    '[PLAYER-8] media cannot be reached, and the server has not answered yet',
    { ...silentServer, requestFailures: ['unreachable'] },
    'unreachable',
  ],
  [
    'media cannot be reached while the encoder is away',
    { isReconnecting: true, requestFailures: ['unreachable'] },
    'encoder-away',
  ],
  ['downloads take nearly as long as the play time they bring', { downloadTimeRatio: 0.9 }, 'slow-network'],
  ['downloads are slow, and media is late because of them', { downloadTimeRatio: 3, ...lateMedia }, 'slow-network'],
  [
    'downloads arrive too slowly while the server answers',
    { requestFailures: ['slow'], downloadTimeRatio: null },
    'slow-network',
  ],
  [
    'downloads arrive too slowly and the server does not answer',
    { ...silentServer, requestFailures: ['slow'] },
    'unknown',
  ],
  ['tokens are rationed, so that there is no key either', { isTokenRateLimited: true, isKeyMissing: true }, 'crowded'],
  [
    'tokens are rationed, and the server has not answered yet',
    { isTokenRateLimited: true, ...silentServer },
    'crowded',
  ],
  ['the server answers but gives no key', { isKeyMissing: true, downloadTimeRatio: 3 }, 'no-key'],
  [
    'no key, and the server has not answered yet',
    { isKeyMissing: true, ...silentServer, downloadTimeRatio: 3 },
    'unknown',
  ],
  ['no key, and the stream lookup got no answer', { isKeyMissing: true, lookupFailure: 'network' }, 'unreachable'],
  [
    '[PLAYER-7] media cannot be decoded, so that none is loaded for a while',
    { isMediaUnplayable: true, ...lateMedia },
    'unplayable',
  ],
  ['media cannot be decoded, although it is buffered', { isMediaUnplayable: true, bufferedSeconds: 2 }, 'unplayable'],
  [
    'media could not be decoded, and now it cannot be reached',
    { isMediaUnplayable: true, requestFailures: ['unreachable'] },
    'media-unreachable',
  ],
  ['a second is buffered and is not shown', { bufferedSeconds: 1 }, 'computer'],
  [
    'a second is buffered, and the server refuses media',
    { bufferedSeconds: 1, requestFailures: ['refused'] },
    'server',
  ],
  ['frames are dropped while some media is buffered', { bufferedSeconds: 0.4, droppedFrameRatio: 0.5 }, 'computer'],
  [
    '[PLAYER-8] media cannot be reached on a busy device, where frames were dropped too',
    { requestFailures: ['unreachable'], bufferedSeconds: 0.4, droppedFrameRatio: 0.5 },
    'media-unreachable',
  ],
  ['frames were dropped, but now nothing is buffered', { bufferedSeconds: 0, droppedFrameRatio: 0.5 }, 'unknown'],
  ['frames are dropped and downloads look slow', { droppedFrameRatio: 0.5, downloadTimeRatio: 2 }, 'computer'],
]

test.each(table)('%s', (_, facts, cause) => {
  expect(stallCause({ ...healthy, ...facts })).toBe(cause)
})
