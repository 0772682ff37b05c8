import { expect, test } from 'vitest'
import { memoryStorage } from '../../../testing/memory-storage.ts'
import { createChatPreferences, withHidden, withoutHidden, withRecentEmote } from './chat-preferences.ts'

const defaults = { textSize: 'normal', hasTimestamps: false, isWithPicture: false, recentEmotes: [], hiddenUsers: [] }

test('[CHAT-15, CHAT-25] the size of the text, the times, the emotes picked last and the hidden users are there on the next visit', () => {
  const storage = memoryStorage()
  const open = () => createChatPreferences(() => storage)
  open().setState({ textSize: 'large', hasTimestamps: true })
  open().setState({ isWithPicture: true, recentEmotes: ['fire', 'bee'] })
  open().setState({ hiddenUsers: ['bob'] })
  expect(open().getState()).toEqual({
    textSize: 'large',
    hasTimestamps: true,
    isWithPicture: true,
    recentEmotes: ['fire', 'bee'],
    hiddenUsers: ['bob'],
  })
})

test.each([
  ['a size that does not exist', { textSize: 'huge' }],
  ['a list in place of a size', { textSize: ['large'] }],
  ['null', { textSize: null, recentEmotes: null }],
  ['emotes that do not exist', { recentEmotes: ['nothing', 7, null, 'constructor'] }],
  ['names that no account has', { hiddenUsers: ['Not An Account', 7, null] }],
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

test('[CHAT-25] the user hidden last comes first, once, and 200 are kept', () => {
  expect(withHidden(['bob', 'carol'], 'carol')).toEqual(['carol', 'bob'])
  expect(withoutHidden(['bob', 'carol'], 'bob')).toEqual(['carol'])
  const many = Array.from({ length: 200 }, (_, index) => `user${index}`)
  expect(withHidden(many, 'bob')).toEqual(['bob', ...many.slice(0, 199)])
})
