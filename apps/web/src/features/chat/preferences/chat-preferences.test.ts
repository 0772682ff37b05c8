import { expect, test } from 'vitest'
import { memoryStorage } from '../../../testing/memory-storage.ts'
import { createChatPreferences, withRecentEmote } from './chat-preferences.ts'

const defaults = { textSize: 'normal', hasTimestamps: false, isWithPicture: false, recentEmotes: [] }

test('[CHAT-15] the size of the text, the times and the emotes picked last are there on the next visit', () => {
  const storage = memoryStorage()
  const open = () => createChatPreferences(() => storage)
  open().setState({ textSize: 'large', hasTimestamps: true })
  open().setState({ isWithPicture: true, recentEmotes: ['fire', 'bee'] })
  const chosen = { textSize: 'large', hasTimestamps: true, isWithPicture: true, recentEmotes: ['fire', 'bee'] }
  expect(open().getState()).toEqual(chosen)
})

test.each([
  ['a size that does not exist', { textSize: 'huge' }],
  ['a list in place of a size', { textSize: ['large'] }],
  ['null', { textSize: null, recentEmotes: null }],
  ['emotes that do not exist', { recentEmotes: ['nothing', 7, null, 'constructor'] }],
  ['text in place of a list', { recentEmotes: 'fire' }],
])('%s in the storage is ignored', (_, stored) => {
  const storage = memoryStorage({ 'waggle.chat': JSON.stringify(stored) })
  expect(createChatPreferences(() => storage).getState()).toEqual(defaults)
})

test('the emote picked last comes first, once, and the list is short', () => {
  expect(withRecentEmote(['fire', 'bee'], 'bee')).toEqual(['bee', 'fire'])
  const many = Array.from({ length: 16 }, (_, index) => `e${index}`)
  expect(withRecentEmote(many, 'bee')).toEqual(['bee', ...many.slice(0, 15)])
})
