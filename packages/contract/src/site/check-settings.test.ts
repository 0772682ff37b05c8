import { expect, test } from 'vitest'
import { checkSettings } from './check-settings.ts'
import { defaultIdentity } from './settings.ts'

const origin = 'https://waggle.example'
const check = (input: Record<string, unknown>) => checkSettings(input, origin)
const problemsOf = (input: Record<string, unknown>) =>
  check(input).problems.map(({ field, code }) => `${field} ${code}`)

test('[SITE-4] what a site begins with is right', () => {
  expect(check({ ...defaultIdentity })).toEqual({ settings: defaultIdentity, problems: [] })
})

test('[SITE-4] texts are trimmed, on one line, and without what cannot be seen', () => {
  const { settings } = check({ name: '  Bees\n\u202e of  Berlin ', tagline: '', featuredChannel: ' @Alice ' })
  expect(settings).toEqual({ name: 'Bees of Berlin', tagline: '', featuredChannel: 'alice' })
})

test.each<[Record<string, unknown>, string[]]>([
  [{ name: '' }, ['name empty']],
  [{ name: ' \u200e ' }, ['name empty']],
  [{ name: 'x'.repeat(41) }, ['name too_long']],
  [{ name: '🐝'.repeat(40) }, []],
  [{ name: 7 }, ['name not_text']],
  [{ name: null }, ['name not_text']],
  [{ colour: 'red' }, ['colour unknown']],
  [JSON.parse('{"__proto__":{"name":"x"}}'), ['__proto__ unknown']],
  [{ constructor: 'x' }, ['constructor unknown']],
  [{ accent: 'red' }, ['accent not_object']],
  [{ accent: { light: 'red', dark: '#ffb02e' } }, ['accent.light not_colour']],
  [{ accent: { light: '#854a00' } }, ['accent.dark not_colour']],
  [{ accent: { light: '#ffb02e', dark: '#854a00' } }, ['accent.light low_contrast', 'accent.dark low_contrast']],
  [{ accent: { light: '#854a00', dark: '#ffb02e', more: '' } }, ['accent.more unknown']],
  [{ languages: [] }, ['languages empty']],
  [{ languages: ['es'] }, []],
  [{ languages: ['es', 'fr'] }, ['languages.1 unknown_language']],
  [{ languages: ['es', 'es'] }, ['languages.1 twice']],
  [{ languages: ['toString'] }, ['languages.0 unknown_language']],
  [{ categories: ['Bees', 'bees '] }, ['categories.1 twice']],
  [{ categories: Array(51).fill('x') }, ['categories too_many']],
  [{ categories: ['x'.repeat(41), 7] }, ['categories.0 too_long', 'categories.1 not_text']],
  [{ featuredChannel: 'no one' }, ['featuredChannel not_account']],
  [{ banner: { text: '' } }, ['banner.text empty']],
  [{ banner: { text: 'x', from: 'now' } }, ['banner.from not_time']],
  [{ banner: { text: 'x', from: 1e300 } }, ['banner.from not_time']],
  [{ banner: { text: 'x', from: 10, until: 10 } }, ['banner.until ends_before']],
  [{ advertisement: 'https://ads.example/x' }, []],
  [{ advertisement: 'http://ads.example/x' }, ['advertisement not_advertisement']],
  [{ advertisement: 'javascript:alert(1)' }, ['advertisement not_advertisement']],
  [{ advertisement: 'https://a:b@ads.example' }, ['advertisement not_advertisement']],
  [{ advertisement: 'https://waggle.example/ads/mine' }, ['advertisement own_address']],
  [{ pages: {} }, ['pages not_list']],
  [{ pages: [null] }, ['pages.0 not_object']],
  [{ pages: [{ address: '../x', title: 'x', text: '' }] }, ['pages.0.address not_page_address']],
  [{ pages: [{ address: 'rules', title: '', text: '# Be kind' }] }, []],
  [{ pages: [{ address: 'team', title: '', text: '' }] }, ['pages.0.title empty']],
  [{ pages: [{ address: 'rules', text: 'x'.repeat(20_001) }] }, ['pages.0.text too_long']],
  [{ pages: [{ address: 'rules', text: '', language: 'fr' }] }, ['pages.0.language unknown_language']],
  [{ pages: [{ address: 'rules', text: '', translations: [] }] }, ['pages.0.translations not_object']],
  [
    { pages: [{ address: 'rules', text: '', translations: { fr: { title: '', text: '' } } }] },
    ['pages.0.translations.fr unknown_language'],
  ],
  [
    { pages: [{ address: 'rules', text: '', language: 'es', translations: { es: { title: '', text: 'x' } } }] },
    ['pages.0.translations.es twice'],
  ],
  [{ pages: [{ address: 'rules', text: '', translations: { es: null } }] }, ['pages.0.translations.es not_object']],
  [
    { pages: [{ address: 'team', title: 'x', text: 'x', translations: { es: { title: '', text: 7, html: '' } } }] },
    [
      'pages.0.translations.es.title empty',
      'pages.0.translations.es.text not_text',
      'pages.0.translations.es.html unknown',
    ],
  ],
  [
    {
      pages: [
        { address: 'a', title: 'A', text: 'x' },
        { address: 'a', title: 'B', text: 'x' },
      ],
    },
    ['pages.1.address twice'],
  ],
])('[SITE-4] what is wrong with %j', (input, problems) => {
  expect(problemsOf(input)).toEqual(problems)
})

test('[SITE-4] a translation that says nothing is none', () => {
  const nothing = { title: '', text: '' }
  const page = { address: 'team', language: 'en', title: 'Team', text: 'We.' }
  expect(check({ pages: [{ ...page, translations: { es: nothing } }] }).settings).toEqual({ pages: [page] })
})

test('[SITE-5] a colour that is hard to read is refused with one that is not', () => {
  const [problem] = check({ accent: { light: '#ffb02e', dark: '#ffb02e' } }).problems
  expect(problem).toMatchObject({ field: 'accent.light', values: { contrast: '1.3', needed: 4.5 } })
  const works = String(problem?.values?.works)
  expect(check({ accent: { light: works, dark: '#ffb02e' } }).problems).toEqual([])
})

test('a flood of fields has an end', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 1]))
  expect(check(many).problems).toHaveLength(50)
  expect(check({ pages: Array(12).fill({ address: '', title: 7, text: 7 }) }).problems).toHaveLength(20)
})
