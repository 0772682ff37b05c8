import { expect, test } from 'vitest'
import { type StallCause, type StallFacts, stallCause } from './stall-cause.ts'

const allWell: StallFacts = {
  isOnline: true,
  isReconnecting: false,
  hasServerAnswered: true,
  lookupFailure: null,
  bufferedSeconds: 0,
  droppedShare: 0,
  downloadShare: 0.1,
  serverFailures: 0,
  downloadTimeouts: 0,
  mediaLateMs: 300,
  isKeyMissing: false,
}
const lateMedia = { mediaLateMs: 5000 }
const deadServer = { hasServerAnswered: false, ...lateMedia }

const table: [string, Partial<StallFacts>, StallCause][] = [
  ['nothing that stands out', {}, 'unknown'],
  ['the device is offline, whatever else is seen', { isOnline: false, isReconnecting: true, ...deadServer }, 'offline'],
  ['the server says that the encoder is away', { isReconnecting: true, ...lateMedia }, 'encoder-away'],
  ['the encoder is away, and downloads were slow before', { isReconnecting: true, downloadShare: 2 }, 'encoder-away'],
  ['the server answers, the playlist has nothing new', lateMedia, 'encoder-late'],
  ['the same at the threshold', { mediaLateMs: 2000 }, 'encoder-late'],
  ['the same a little before it', { mediaLateMs: 1999 }, 'unknown'],
  ['nothing new, but nobody has answered yet', deadServer, 'unknown'],
  ['the question about the stream got no answer', { ...deadServer, lookupFailure: 'network' }, 'unreachable'],
  ['the question about the stream got a 502', { ...deadServer, lookupFailure: 'server' }, 'server'],
  ['media requests got 5xx while the site answers', { serverFailures: 1 }, 'server'],
  ['downloads take as long as what they bring', { downloadShare: 0.9 }, 'slow-network'],
  ['slow downloads, and media that is late because of them', { downloadShare: 3, ...lateMedia }, 'slow-network'],
  ['downloads were given up while the server answers', { downloadTimeouts: 1, downloadShare: null }, 'slow-network'],
  ['downloads were given up and nothing answers', { ...deadServer, downloadTimeouts: 1 }, 'unknown'],
  ['the server answers and gives no key', { isKeyMissing: true, downloadShare: 3 }, 'no-key'],
  ['no key, and nobody has answered yet', { isKeyMissing: true, ...deadServer, downloadShare: 3 }, 'unknown'],
  ['no key, and the question got no answer', { isKeyMissing: true, lookupFailure: 'network' }, 'unreachable'],
  ['a second lies ready and is not shown', { bufferedSeconds: 1 }, 'computer'],
  ['frames are dropped though there are some', { bufferedSeconds: 0.4, droppedShare: 0.5 }, 'computer'],
  ['frames were dropped, but now there are none', { bufferedSeconds: 0, droppedShare: 0.5 }, 'unknown'],
]

test.each(table)('%s', (_, facts, cause) => {
  expect(stallCause({ ...allWell, ...facts })).toBe(cause)
})
