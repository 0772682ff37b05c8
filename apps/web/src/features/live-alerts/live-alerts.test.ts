import { expect, test } from 'vitest'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { createAlertStore } from './alert-store.ts'
import { createNewlyLive } from './newly-live.ts'

const alice = { id: 'a1', username: 'alice' }
const again = { id: 'a2', username: 'alice' }
const bob = { id: 'b1', username: 'bob' }

test('who was live before is not news', () => {
  const newlyLive = createNewlyLive()
  expect(newlyLive([alice], ['alice', 'bob'])).toEqual([])
  expect(newlyLive([alice, bob], ['alice', 'bob'])).toEqual([bob])
})

test('only channels that were asked for are told', () => {
  const newlyLive = createNewlyLive()
  newlyLive([], ['alice'])
  expect(newlyLive([alice, bob], ['alice'])).toEqual([alice])
  expect(newlyLive([alice, bob], ['alice', 'bob'])).toEqual([])
})

test('a broadcast is told once, another one of the same channel again', () => {
  const newlyLive = createNewlyLive()
  newlyLive([], ['alice'])
  expect(newlyLive([alice], ['alice'])).toEqual([alice])
  expect(newlyLive([], ['alice'])).toEqual([])
  expect(newlyLive([alice], ['alice'])).toEqual([])
  expect(newlyLive([again], ['alice'])).toEqual([again])
})

test('channels are remembered, each once, and can be taken back', () => {
  const storage = memoryStorage()
  const store = createAlertStore(() => storage)
  store.add('alice')
  store.add('bob')
  store.add('alice')
  expect(createAlertStore(() => storage).getState().channels).toEqual(['alice', 'bob'])
  store.remove('alice')
  expect(createAlertStore(() => storage).getState().channels).toEqual(['bob'])
})

test('a channel that another tab has added meanwhile stays', () => {
  const storage = memoryStorage()
  const [one, other] = [createAlertStore(() => storage), createAlertStore(() => storage)]
  one.add('alice')
  other.add('bob')
  expect(createAlertStore(() => storage).getState().channels).toEqual(['bob', 'alice'])
  one.remove('alice')
  expect(createAlertStore(() => storage).getState().channels).toEqual(['bob'])
})

test('a browser that forbids storage remembers for as long as the page', () => {
  const store = createAlertStore(() => {
    throw new DOMException('no', 'SecurityError')
  })
  store.add('alice')
  store.add('bob')
  expect(store.getState().channels).toEqual(['bob', 'alice'])
})

test.each(['{', '{"a":1}', '[1,null,{}]', 'null'])('%s in the storage is nobody', (kept) => {
  expect(createAlertStore(() => memoryStorage({ 'waggle.live-alerts': kept })).getState().channels).toEqual([])
})
