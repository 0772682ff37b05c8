import { expect, test } from 'vitest'
import { memoryStorage } from '../../../testing/memory-storage.ts'
import { createPreferences } from './preferences.ts'

test('preferences are restored on the next visit', () => {
  const storage = memoryStorage()
  createPreferences(() => storage).setState({ volume: 0.3, isTheatre: true })
  expect(createPreferences(() => storage).getState()).toEqual({
    volume: 0.3,
    isMuted: false,
    isTheatre: true,
    areKeysGlobal: true,
    delayMode: 'low-delay',
  })
})

test('a change made by another tab in the meantime is kept', () => {
  const storage = memoryStorage()
  const [one, other] = [createPreferences(() => storage), createPreferences(() => storage)]
  one.setState({ volume: 0.3 })
  other.setState({ isTheatre: true })
  expect(createPreferences(() => storage).getState()).toMatchObject({ volume: 0.3, isTheatre: true })
})

test.each([
  ['nothing', undefined],
  ['invalid JSON', '{'],
  ['a list', '[1]'],
  ['null', 'null'],
  ['values of other types', '{"volume":"loud","isMuted":1,"isTheatre":null,"__proto__":{"isMuted":true}}'],
  ['an unknown name', '{"constructor":true}'],
])('%s in the storage leads to the defaults', (_, stored) => {
  const storage = memoryStorage(stored === undefined ? {} : { 'waggle.player': stored })
  const { volume, isMuted, isTheatre } = createPreferences(() => storage).getState()
  expect({ volume, isMuted, isTheatre }).toEqual({ volume: 1, isMuted: false, isTheatre: false })
})

test('a stored volume out of range is clamped', () => {
  const storage = memoryStorage({ 'waggle.player': '{"volume":7}' })
  expect(createPreferences(() => storage).getState().volume).toBe(1)
})

test('[PLAYER-20] the delay that the viewer chose is restored, and nothing else that is stored under its name', () => {
  const modeOf = (stored: string) =>
    createPreferences(() => memoryStorage({ 'waggle.player': `{"delayMode":"${stored}"}` })).getState().delayMode
  expect(modeOf('real-time')).toBe('real-time')
  expect(modeOf('none')).toBe('low-delay')
})

test('preferences work for the page when the browser forbids storage', () => {
  const store = createPreferences(() => {
    throw new DOMException('no', 'SecurityError')
  })
  store.setState({ isMuted: true })
  expect(store.getState().isMuted).toBe(true)
})
