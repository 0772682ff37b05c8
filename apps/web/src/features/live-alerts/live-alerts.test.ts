import { expect, test } from 'vitest'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { createAlerts } from './alert-store.ts'
import { changeAlert } from './change-alert.ts'
import { createNewlyLiveFinder } from './newly-live.ts'

const alice = { id: 'a1', username: 'alice' }
const again = { id: 'a2', username: 'alice' }
const bob = { id: 'b1', username: 'bob' }

test('streams in the first list are not newly live', () => {
  const findNewlyLive = createNewlyLiveFinder()
  expect(findNewlyLive([alice], ['alice', 'bob'])).toEqual([])
  expect(findNewlyLive([alice, bob], ['alice', 'bob'])).toEqual([bob])
})

test('only channels with an alert are found', () => {
  const findNewlyLive = createNewlyLiveFinder()
  findNewlyLive([], ['alice'])
  expect(findNewlyLive([alice, bob], ['alice'])).toEqual([alice])
  expect(findNewlyLive([alice, bob], ['alice', 'bob'])).toEqual([])
})

test('each broadcast of a channel is found once', () => {
  const findNewlyLive = createNewlyLiveFinder()
  findNewlyLive([], ['alice'])
  expect(findNewlyLive([alice], ['alice'])).toEqual([alice])
  expect(findNewlyLive([], ['alice'])).toEqual([])
  expect(findNewlyLive([alice], ['alice'])).toEqual([])
  expect(findNewlyLive([again], ['alice'])).toEqual([again])
})

/** A page of the site, with this storage. */
function openPage(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const store = createAlerts(storage)
  return {
    getState: store.getState,
    add: (channel: string) => changeAlert(channel, true, store, storage),
    remove: (channel: string) => changeAlert(channel, false, store, storage),
  }
}

test('stores each channel once and can remove it', () => {
  const storage = memoryStorage()
  const store = openPage(() => storage)
  store.add('alice')
  store.add('bob')
  store.add('alice')
  expect(openPage(() => storage).getState().channels).toEqual(['alice', 'bob'])
  store.remove('alice')
  expect(openPage(() => storage).getState().channels).toEqual(['bob'])
})

test('keeps a channel that another tab has added', () => {
  const storage = memoryStorage()
  const [one, other] = [openPage(() => storage), openPage(() => storage)]
  one.add('alice')
  other.add('bob')
  expect(openPage(() => storage).getState().channels).toEqual(['bob', 'alice'])
  one.remove('alice')
  expect(openPage(() => storage).getState().channels).toEqual(['bob'])
})

test('without storage the alerts last as long as the page', () => {
  const store = openPage(() => {
    throw new DOMException('no', 'SecurityError')
  })
  store.add('alice')
  store.add('bob')
  expect(store.getState().channels).toEqual(['bob', 'alice'])
})

test.each(['{', '{"a":1}', '[1,null,{}]', 'null'])('%s in the storage counts as no alerts', (stored) => {
  expect(openPage(() => memoryStorage({ 'waggle.live-alerts': stored })).getState().channels).toEqual([])
})
