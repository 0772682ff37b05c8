import { describe, expect, it } from 'vitest'
import { cleanText, findBlockedWord, hasLink, isOnlyEmotes, lengthOf, readCommand } from './message-text.ts'

describe('what was typed', () => {
  it.each([
    ['is trimmed', '  a b \n', 'a b'],
    ['keeps its markup as text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['loses controls', 'a\u0000b\u0007c\u009bd', 'abcd'],
    ['loses marks that turn the text around', 'user\u202egnp.exe\u2066x\u2069', 'usergnp.exex'],
    ['loses characters without width', 'a\u200bb\ufeffc\u00add', 'abcd'],
    ['keeps emoji that are joined', '👩‍🚀 🏳️‍🌈 👨‍👩‍👧‍👦', '👩‍🚀 🏳️‍🌈 👨‍👩‍👧‍👦'],
    ['keeps scripts that need joiners', 'می\u200dخواهم', 'می\u200dخواهم'],
    ['keeps letters apart where they would join', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['loses what keeps nothing apart', 'a\u200cb سلام\u200c .', 'ab سلام .'],
    ['loses halves of characters', 'a\ud800b\udc00', 'ab'],
    ['has one kind of line break, one at a time', 'a\r\nb\r\r\nc', 'a\nb\nc'],
    ['is composed', 'e\u0301', 'é'],
  ])('%s', (_name, typed, expected) => {
    expect(cleanText(typed)).toBe(expected)
  })

  it('is counted in characters', () => {
    expect(lengthOf('a😀é')).toBe(3)
  })

  it('is an action after /me', () => {
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

it('emotes are emoji and names between colons', () => {
  for (const text of ['😀', '😀😀 :a:', ':+1:', '✔️', '1️⃣']) expect(isOnlyEmotes(text)).toBe(true)
  for (const text of ['a', '😀 ok', '::', '12']) expect(isOnlyEmotes(text)).toBe(false)
})

it('blocked words stand on their own in any script', () => {
  expect(findBlockedWord('ein Süß-Wort', ['süß'])).toBe('süß')
  expect(findBlockedWord('привет мир', ['мир'])).toBe('мир')
  expect(findBlockedWord('мирный', ['мир'])).toBeUndefined()
  expect(findBlockedWord('xx x', ['x'])).toBe('x')
  expect(findBlockedWord('a spo\u200diler', ['spoiler'])).toBe('spoiler')
  expect(findBlockedWord('a'.repeat(500), ['a'.repeat(50)])).toBeUndefined()
})
