import { describe, expect, it } from 'vitest'
import { cleanText, findBlockedWord, hasLink, isOnlyEmotes, lengthOf, readCommand } from './message-text.ts'

describe('a typed text', () => {
  it.each([
    ['is trimmed', '  a b \n', 'a b'],
    ['keeps markup as plain text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['loses control characters', 'a\u0000b\u0007c\u009bd', 'abcd'],
    ['loses marks that change the text direction', 'user\u202egnp.exe\u2066x\u2069', 'usergnp.exex'],
    ['loses zero-width characters', 'a\u200bb\ufeffc\u00add', 'abcd'],
    ['keeps joined emoji', '👩‍🚀 🏳️‍🌈 👨‍👩‍👧‍👦', '👩‍🚀 🏳️‍🌈 👨‍👩‍👧‍👦'],
    ['keeps scripts that need joiners', 'می\u200dخواهم', 'می\u200dخواهم'],
    ['keeps non-joiners between letters that would join', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['loses other non-joiners', 'a\u200cb سلام\u200c .', 'ab سلام .'],
    ['loses unpaired surrogates', 'a\ud800b\udc00', 'ab'],
    ['has only single LF line breaks', 'a\r\nb\r\r\nc', 'a\nb\nc'],
    ['is in Unicode form NFC', 'e\u0301', 'é'],
  ])('%s', (_name, typed, expected) => {
    expect(cleanText(typed)).toBe(expected)
  })

  it('is counted in code points', () => {
    expect(lengthOf('a😀é')).toBe(3)
  })

  it('that begins with /me is an action', () => {
    expect(readCommand('/me waves')).toEqual({ kind: 'action', text: 'waves' })
    expect(readCommand('/meow')).toEqual({ kind: 'message', text: '/meow' })
  })
})

describe('a link', () => {
  it.each([
    'http://a',
    'HTTPS://A.B',
    'www.x',
    'see example.com',
    'example.com/path',
    'a.b.io',
    'x.example/y',
    'ｅｘａｍｐｌｅ.com',
    'javascript://x',
  ])('is found in %j', (text) => {
    expect(hasLink(text)).toBe(true)
  })
  it.each(['hello. there', '3.5', 'e.g. this', 'and/or', 'v1.2.3', 'a:b', 'wait...what', 'file.txt'])(
    'is not found in %j',
    (text) => {
      expect(hasLink(text)).toBe(false)
    },
  )
})

it('emoji and names between colons are emotes', () => {
  for (const text of ['😀', '😀😀 :a:', ':+1:', '✔️', '1️⃣']) expect(isOnlyEmotes(text)).toBe(true)
  for (const text of ['a', '😀 ok', '::', '12']) expect(isOnlyEmotes(text)).toBe(false)
})

it('blocked words match whole words in any script', () => {
  expect(findBlockedWord('ein Süß-Wort', ['süß'])).toBe('süß')
  expect(findBlockedWord('привет мир', ['мир'])).toBe('мир')
  expect(findBlockedWord('мирный', ['мир'])).toBeUndefined()
  expect(findBlockedWord('xx x', ['x'])).toBe('x')
  expect(findBlockedWord('a spo\u200diler', ['spoiler'])).toBe('spoiler')
  expect(findBlockedWord('a'.repeat(500), ['a'.repeat(50)])).toBeUndefined()
})
