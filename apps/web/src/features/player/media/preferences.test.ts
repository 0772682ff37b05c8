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
    delayMode: 'real-time',
    quality: '',
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

test('[PLAYER-20] real time is the default, and what the viewer chose is kept', () => {
  const modeOf = (stored: string) =>
    createPreferences(() => memoryStorage({ 'waggle.player': stored })).getState().delayMode
  expect(modeOf('{}')).toBe('real-time')
  expect(modeOf('{"delayMode":"low-delay"}')).toBe('low-delay')
  expect(modeOf('{"delayMode":"none"}')).toBe('real-time')
})

test('only what the viewer has changed is stored, so that a new default reaches everybody else', () => {
  const storage = memoryStorage()
  const store = createPreferences(() => storage)
  store.setState({ volume: 0.3 })
  store.setState({ isMuted: true })
  expect(JSON.parse(storage.getItem('waggle.player') ?? '')).toEqual({ volume: 0.3, isMuted: true })
})

test('preferences work for the page when the browser forbids storage', () => {
  const store = createPreferences(() => {
    throw new DOMException('no', 'SecurityError')
  })
  store.setState({ isMuted: true })
  expect(store.getState().isMuted).toBe(true)
})
