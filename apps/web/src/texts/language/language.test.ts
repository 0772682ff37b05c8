import { describe, expect, test } from 'vitest'
import { inLanguage } from './in-language.ts'
import { chooseLanguage, offeredLanguages } from './language.ts'

describe('chooseLanguage', () => {
  test.each([
    ['the visitor’s choice takes precedence over the browser’s languages', 'en', ['es-MX', 'en'], 'en'],
    ['the first of the browser’s languages that the site supports', null, ['fr-FR', 'es-MX', 'en'], 'es'],
    ['a tag in any case', null, ['ES'], 'es'],
    ['English if the site supports none of them', null, ['ja', 'de-AT'], 'en'],
    ['a stored choice that is not a language is ignored', 'klingon', ['es'], 'es'],
    ['a property of every object is not a language', 'constructor', [], 'en'],
  ] as const)('%s', (_title, choice, browser, expected) => {
    expect(chooseLanguage(choice, browser)).toBe(expected)
  })
})

test.each([
  ['es', 'en', ['en'], 'es'],
  ['es', null, ['fr'], 'es'],
  ['es en', null, ['fr'], 'es'],
  ['es en', 'en', [], 'en'],
  ['klingon toString', null, ['fr'], 'en'],
] as const)(
  '[SITE-4] on a site that offers "%s" the choice %s with %j becomes %s',
  (codes, choice, browser, expected) => {
    expect(chooseLanguage(choice, browser, offeredLanguages(codes))).toBe(expected)
  },
)

test('inLanguage returns the texts in the language of the page', () => {
  const texts = inLanguage({
    en: { hello: 'Hello', viewers: (count: number) => `${count} watch` },
    es: { hello: 'Hola', viewers: (count: number) => `${count} miran` },
  })
  expect([texts.hello, texts.viewers(2)]).toEqual(['Hello', '2 watch'])
})
