import { expect, it } from 'vitest'
import { splitLinks } from './links.ts'

it('splits a text at its links, without the punctuation of the sentence', () => {
  expect(splitLinks('My shop (https://shop.example/a_(b)), and http://b.example. Bye')).toEqual([
    'My shop (',
    { text: 'https://shop.example/a_(b)', address: 'https://shop.example/a_(b)' },
    '), and ',
    { text: 'http://b.example', address: 'http://b.example/' },
    '. Bye',
  ])
})

it.each(['https://bank.example@evil.example/', 'javascript:alert(1)', 'http://', ''])(
  'opens nothing for %j',
  (text) => {
    expect(splitLinks(text)).toEqual(text === '' ? [] : [text])
  },
)
