import { describe, expect, test } from 'vitest'
import { inLanguage } from './in-language.ts'
import { chooseLanguage } from './language.ts'

describe('chooseLanguage', () => {
  test.each([
    ['the visitor’s choice before the browser’s', 'en', ['es-MX', 'en'], 'en'],
    ['the first language of the browser that the site speaks', null, ['fr-FR', 'es-MX', 'en'], 'es'],
    ['a tag in any case', null, ['ES'], 'es'],
    ['English where it speaks none', null, ['ja', 'de-AT'], 'en'],
    ['a stored choice that is no language is passed over', 'klingon', ['es'], 'es'],
    ['a property every object has is no language', 'constructor', [], 'en'],
  ] as const)('%s', (_title, choice, browser, expected) => {
    expect(chooseLanguage(choice, browser)).toBe(expected)
  })
})

test('texts come in the language of the page', () => {
  const texts = inLanguage({
    en: { hello: 'Hello', viewers: (count: number) => `${count} watch` },
    es: { hello: 'Hola', viewers: (count: number) => `${count} miran` },
  })
  expect([texts.hello, texts.viewers(2)]).toEqual(['Hello', '2 watch'])
})
