import { expect, test } from 'vitest'
import { memoryStorage } from '../../../testing/memory-storage.ts'
import { createPreferences } from './preferences.ts'

test('what is chosen is there again on the next visit', () => {
  const storage = memoryStorage()
  createPreferences(() => storage).setState({ volume: 0.3, isTheatre: true })
  expect(createPreferences(() => storage).getState()).toEqual({
    volume: 0.3,
    isMuted: false,
    isTheatre: true,
    areKeysGlobal: true,
  })
})

test('what another tab has changed meanwhile stays', () => {
  const storage = memoryStorage()
  const [one, other] = [createPreferences(() => storage), createPreferences(() => storage)]
  one.setState({ volume: 0.3 })
  other.setState({ isTheatre: true })
  expect(createPreferences(() => storage).getState()).toMatchObject({ volume: 0.3, isTheatre: true })
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['a list', '[1]'],
  ['null', 'null'],
  ['values of other kinds', '{"volume":"loud","isMuted":1,"isTheatre":null,"__proto__":{"isMuted":true}}'],
  ['a name that is not ours', '{"constructor":true}'],
])('%s in the storage means the defaults', (_, kept) => {
  const storage = memoryStorage(kept === undefined ? {} : { 'waggle.player': kept })
  const { volume, isMuted, isTheatre } = createPreferences(() => storage).getState()
  expect({ volume, isMuted, isTheatre }).toEqual({ volume: 1, isMuted: false, isTheatre: false })
})

test('a volume out of range is brought back into it', () => {
  const storage = memoryStorage({ 'waggle.player': '{"volume":7}' })
  expect(createPreferences(() => storage).getState().volume).toBe(1)
})

test('a browser that forbids storage still has a player', () => {
  const store = createPreferences(() => {
    throw new DOMException('no', 'SecurityError')
  })
  store.setState({ isMuted: true })
  expect(store.getState().isMuted).toBe(true)
})
