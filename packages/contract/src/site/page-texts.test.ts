import { expect, test } from 'vitest'
import { offeredPage, pageIn, pageWithTexts, textsOfPage } from './page-texts.ts'

const en = { title: '', text: 'Be kind' }
const es = { title: 'Lo que vale', text: 'Sé amable' }
const both = { address: 'rules', language: 'en', ...en, translations: { es } } as const

test('[SITE-7] a page without a language is in the first of the site, as it was before there were translations', () => {
  const page = { address: 'rules', ...en }
  expect(textsOfPage(page, ['es', 'en'])).toEqual({ es: en })
  expect(offeredPage(page, ['es', 'en'])).toEqual({ ...page, language: 'es' })
})

test('[SITE-7] every visitor gets the page in their language where it has a text in it', () => {
  expect(pageIn(both, 'es')).toEqual({ language: 'es', ...es })
  expect(pageIn(both, 'en')).toEqual({ language: 'en', ...en })
})

test.each([
  ['the first language of the site', ['es', 'en'], { es, en }, 'es'],
  ['the first that it was written in', ['en', 'es'], { es }, 'es'],
  ['one that is not offered any more, where there is no other', ['en'], { es }, 'es'],
  ['not that of a title without a text', ['en', 'es'], { en: { title: 'Rules', text: '' }, es }, 'es'],
] as const)('[SITE-7] others get %s', (_title, languages, texts, expected) => {
  const page = offeredPage(pageWithTexts('rules', texts, languages), languages)
  expect(page?.language).toBe(expected)
  expect(page?.text).toBe(es.text)
})

test('[SITE-7] what is not offered is not sent, and what says nothing is no page', () => {
  expect(offeredPage(both, ['en'])).toEqual({ address: 'rules', language: 'en', ...en })
  expect(offeredPage(pageWithTexts('rules', { en: { title: 'Rules', text: '' } }, ['en']), ['en'])).toBeUndefined()
})

test('the texts of a page are what it was made of, whatever its own language', () => {
  for (const languages of [['en', 'es'], ['es', 'en'], ['en']] as const) {
    expect(textsOfPage(pageWithTexts('rules', { en, es }, languages), languages)).toEqual({ en, es })
  }
})
