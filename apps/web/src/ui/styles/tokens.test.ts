import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@waggle/contract/limits'
import { surfaces as accentSurfaces, accentTokens, readableAccent } from '@waggle/contract/site/accent'
import { describe, expect, test } from 'vitest'
import { nameColour } from '../../lib/name-colour.ts'

const src = join(import.meta.dirname, '../..')
const tokens = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').matchAll(/^ {2}--([\w-]+): (.+);$/gm),
    ([, name = '', value = '']) => [name, value] as const,
  ),
)

type Theme = 'light' | 'dark'
type Colour = { red: number; green: number; blue: number; alpha: number }

function colourOf(token: string, theme: Theme, values: ReadonlyMap<string, string> = tokens): Colour {
  const value = values.get(token) ?? ''
  const [light = '', dark = light] = value.match(/#[0-9a-f]{6}(?:[0-9a-f]{2})?/g) ?? []
  const hex = theme === 'light' ? light : dark
  if (hex === '') throw new Error(`--${token} has no colour: ${value}`)
  const byte = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16)
  return { red: byte(1), green: byte(3), blue: byte(5), alpha: hex.length === 9 ? byte(7) / 255 : 1 }
}

/** The opaque colour of `top` painted over `bottom`. */
function blend(top: Colour, bottom: Colour): Colour {
  const mix = (a: number, b: number) => a * top.alpha + b * (1 - top.alpha)
  return {
    red: mix(top.red, bottom.red),
    green: mix(top.green, bottom.green),
    blue: mix(top.blue, bottom.blue),
    alpha: 1,
  }
}

/** WCAG 2.2, 'relative luminance' and 'contrast ratio'. */
function luminance({ red, green, blue }: Colour): number {
  const linear = (byte: number) => {
    const value = byte / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** How different two colours look: their distance in OKLab (https://bottosson.github.io/posts/oklab), where black to white is 1. */
function difference(a: Colour, b: Colour): number {
  const [first, second] = [oklab(a), oklab(b)]
  return Math.hypot(...first.map((value, index) => value - (second[index] ?? 0)))
}

function oklab({ red, green, blue }: Colour): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((byte) => {
    const value = byte / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

/** The styles and components, by path. Only tokens.css may contain colours. */
const sources = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|tsx?)$/.test(path) && !/tokens\.css$|\.test\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(src, path), 'utf8')] as const),
)

const breakpointsPx = ['768', '1000', '1180']

/** Hex values, colour functions of numbers, and common colour names. */
function colourLiterals(code: string): string[] {
  const values = code
    .replaceAll(/\/\*.*?\*\//gs, '')
    .matchAll(
      /#(?:[\da-f]{6}(?:[\da-f]{2})?|[\da-f]{3,4})\b(?!\()|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([\s\d.][^)]*\)|(?<=:[^;{}\n]*)\b(?:white|black|red|green|blue|gr[ae]y|orange|yellow)\b(?=[^{}\n]*;)/gi,
    )
  return Array.from(values, ([value]) => value)
}

/** The widths of media queries that are no breakpoint, and queries in another notation than `width <= 768px`. */
function foreignBreakpoints(css: string): string[] {
  const queries = Array.from(css.matchAll(/@media[^{]*\b(?:width|height)\b[^{]*/g), ([query]) => query.trim())
  const isKnown = (condition: string) => {
    // A phone on its side, which no width tells from a tablet.
    if (/^\(height (?:<=|>) 500px\)$/.test(condition)) return true
    const width = /^\(width (?:<=|>) (\d+)px\)$/.exec(condition)?.[1]
    return width !== undefined && breakpointsPx.includes(width)
  }
  return queries.filter((query) => !query.replace('@media ', '').split(', ').every(isKnown))
}

const nameColours = [...tokens.keys()].filter((name) => name.startsWith('chat-name-'))
const surfaces = ['bg', 'surface', 'surface-raised', 'surface-hover', 'surface-floating']
const texts: [text: string, under: string[]][] = [
  ...['text', 'text-muted', 'text-faint', 'accent', 'danger', 'warning', 'success', ...nameColours].map(
    (text): [string, string[]] => [text, surfaces],
  ),
  ['on-accent', ['accent-fill', 'accent-fill-hover']],
  ['on-live', ['live', 'danger-fill', 'danger-fill-hover']],
  ['text', ['accent-soft', 'danger-soft', 'warning-soft']],
  ['text-muted', ['accent-soft', 'danger-soft', 'warning-soft']],
  ['accent', ['accent-soft']],
  ['danger', ['danger-soft']],
  ['warning', ['warning-soft']],
]

test.each(['light', 'dark'] as const)('in the %s theme a warning is no amber', (theme) => {
  // In the light theme it is between the brown of amber and the green of success.
  expect(difference(colourOf('warning', theme), colourOf('accent', theme))).toBeGreaterThan(0.08)
  expect(difference(colourOf('warning', theme), colourOf('success', theme))).toBeGreaterThan(0.08)
})

test('the contrast is computed as WCAG defines it', () => {
  const grey = (byte: number): Colour => ({ red: byte, green: byte, blue: byte, alpha: 1 })
  expect(contrast(grey(0), grey(255))).toBeCloseTo(21)
  // #777777 on white is the well-known near miss.
  expect(contrast(grey(0x77), grey(255))).toBeCloseTo(4.48, 2)
})

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(texts.flatMap(([text, under]) => under.map((surface) => [text, surface] as const)))(
    '--%s on --%s has a contrast of at least 4.5 (WCAG 2.2, 1.4.3)',
    (text, surface) => {
      const under = blend(colourOf(surface, theme), colourOf('surface', theme))
      expect(contrast(blend(colourOf(text, theme), under), under)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('the edge of a secondary button is seen on cards and popovers', () => {
    const css = readFileSync(join(src, 'ui/forms/button.module.css'), 'utf8')
    const edge = css.match(/\.secondary \{[^}]*border-color: var\(--([\w-]+)\)/)?.[1] ?? ''
    for (const surface of ['bg', 'surface', 'surface-floating']) {
      expect(contrast(colourOf(edge, theme), colourOf(surface, theme)), surface).toBeGreaterThanOrEqual(2)
    }
  })

  test.each(['border-strong', 'accent', 'accent-shape'])(
    '--%s, used for fields, shapes and the focus, has at least 3 (1.4.11)',
    (line) => {
      for (const surface of line === 'accent-shape' ? surfaces : ['bg', 'surface']) {
        expect(contrast(colourOf(line, theme), colourOf(surface, theme)), surface).toBeGreaterThanOrEqual(3)
      }
    },
  )
})

describe.each(['#854a00', '#ffe600', '#1144cc', '#00aa66', '#ff2080', '#000000', '#ffffff'])(
  '[SITE-5] with %s as the accent of the site',
  (colour) => {
    const accent = { light: readableAccent(colour, 'light'), dark: readableAccent(colour, 'dark') }
    const own = Object.entries(accentTokens(accent)).map(([name, value]) => [name.slice(2), value] as const)
    const values = new Map([...tokens, ...own])

    test.each(['light', 'dark'] as const)('all text can be read, %s', (theme) => {
      for (const [text, under] of texts) {
        for (const name of under) {
          const surface = blend(colourOf(name, theme, values), colourOf('surface', theme))
          const ratio = contrast(blend(colourOf(text, theme, values), surface), surface)
          expect(ratio, `${text} on ${name}`).toBeGreaterThanOrEqual(4.5)
        }
      }
    })
  },
)

test('[SITE-5] an accent is checked on the surfaces of the themes, and replaces tokens that exist', () => {
  for (const theme of ['light', 'dark'] as const) {
    const hex = (name: string) => (tokens.get(name)?.match(/#\w{6}/g) ?? [])[theme === 'light' ? 0 : 1]
    expect(surfaces.map(hex)).toEqual(accentSurfaces[theme])
  }
  const replaced = Object.keys(accentTokens({ light: '#854a00', dark: '#ffb02e' }))
  expect(replaced.filter((name) => !tokens.has(name.slice(2)))).toEqual([])
  expect([...tokens.keys()].filter((name) => name.includes('accent') && !replaced.includes(`--${name}`))).toEqual([])
})

describe.each(['light', 'dark'] as const)('the colours of names, %s', (theme) => {
  test('any two differ at a glance', () => {
    expect(nameColours.length).toBeGreaterThanOrEqual(12)
    // Two shades that a reader tells apart side by side are about 0.02 apart; names stand lines away from each other.
    for (const [index, name] of nameColours.entries()) {
      for (const other of nameColours.slice(index + 1)) {
        const distance = difference(colourOf(name, theme), colourOf(other, theme))
        expect(distance, `${name} and ${other}`).toBeGreaterThan(0.1)
      }
    }
  })

  test('the accounts of the sandbox have six that differ at a glance', () => {
    const users = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank']
    const colours = users.map((user) => colourOf(nameColour(user).replaceAll(/^var\(--|\)$/g, ''), theme))
    const distances = colours.flatMap((one, index) => colours.slice(index + 1).map((other) => difference(one, other)))
    expect(Math.min(...distances)).toBeGreaterThan(0.1)
  })
})

test.each(['text', 'text-muted', 'text-faint', 'accent', 'danger', ...nameColours])(
  '[WATCH-6] --%s of the dark theme on --media-chat has a contrast of at least 4.5 over a white picture',
  (text) => {
    const white = { red: 255, green: 255, blue: 255, alpha: 1 }
    const under = blend(colourOf('media-chat', 'dark'), white)
    expect(contrast(colourOf(text, 'dark'), under)).toBeGreaterThanOrEqual(4.5)
  },
)

test.each(['on-media', 'on-media-muted', 'on-media-faint'])(
  '--%s on --media-panel has a contrast of at least 4.5 over a white picture',
  (text) => {
    const white = { red: 255, green: 255, blue: 255, alpha: 1 }
    const under = blend(colourOf('media-panel', 'dark'), white)
    expect(contrast(colourOf(text, 'dark'), under)).toBeGreaterThanOrEqual(4.5)
  },
)

test('every token that is used is defined, and every token is used', () => {
  const tokensCss = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
  const code = [tokensCss, ...sources.values()].join('\n')
  const defined = new Set(Array.from(code.matchAll(/(--[\w-]+)(?:['"]?:|', )/g), ([, name]) => name))
  const used = new Set(Array.from(code.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name))
  // `var(--space-${n})` on the page of samples is used as '--space-'.
  expect([...used].filter((name) => !defined.has(name) && !name.endsWith('-'))).toEqual([])
  expect([...tokens.keys()].filter((name) => !used.has(`--${name}`))).toEqual([])
})

test('every size of text is one of the scale, or relative to the text or the picture around it', () => {
  const sizes = [...sources].flatMap(([path, code]) =>
    Array.from(code.matchAll(/font-size: ([^;]+);/g), ([, size = '']) => ({ path, size })),
  )
  expect(sizes.length).toBeGreaterThan(40)
  expect(sizes.filter(({ size }) => !/^(?:var\(--[\w-]+, )?var\(--text-\w+\)\)?$|^[\d.]+em$|cqi/.test(size))).toEqual(
    [],
  )
})

test('the scale of text is 12, 13, 15, 18, 24 and up to 36 px', () => {
  const sizes = ['tiny', 'small', 'base', 'large', 'title', 'display'].map((name) => tokens.get(`text-${name}`) ?? '')
  expect(sizes.map((size) => 16 * Number(/([\d.]+)rem\)?$/.exec(size)?.[1]))).toEqual([12, 13, 15, 18, 24, 36])
})

test('small text is not heavier than strong: the dots of its letters would close up', () => {
  const strong = Number(tokens.get('weight-strong'))
  const found = [...sources].flatMap(([path, code]) =>
    Array.from(code.matchAll(/\{[^{}]*font-weight: ([^;]+);[^{}]*\}/g))
      .filter(
        ([rule, weight = '']) => Number(weight) > strong || (/--text-(tiny|small)/.test(rule) && /heavy/.test(weight)),
      )
      .map(([rule]) => `${path}: ${rule}`),
  )
  expect(found).toEqual([])
})

test('clocks and counts have digits of one width', () => {
  const found = [...sources].flatMap(([path, code]) => {
    const rules = Array.from(code.matchAll(/^ *\.(clock|count|timer|uptime|viewers) \{([^}]*)\}/gm))
    const names = new Set(rules.map(([, name]) => name))
    return Array.from(names, (name) => ({
      name: `${path}: ${name}`,
      isTabular: rules.some(([, own, body = '']) => own === name && /tabular-nums|composes: .*\bfigure\b/.test(body)),
    }))
  })
  expect(found.length).toBeGreaterThan(8)
  expect(found.filter(({ isTabular }) => !isTabular)).toEqual([])
})

test('what moves takes 120 or 180 ms', () => {
  expect([tokens.get('quick'), tokens.get('smooth')]).toEqual(['120ms', '180ms'])
  const found = [...sources].flatMap(([path, code]) =>
    Array.from(code.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\b(?:animation|transition)[\w-]*: ([^;{}]+)/g)).flatMap(
      ([, value = '']) => Array.from(value.matchAll(/(?<![\w.-])[\d.]+m?s\b/g), ([time]) => `${path}: ${time}`),
    ),
  )
  expect(found.sort()).toEqual([
    // By the length of the scrolling, whatever the time; so are the last two.
    'features/chat/messages/message-list.module.css: 1s',
    // What is new in a chat is found by it, so it stays for a moment.
    'features/chat/messages/message.module.css: 2.5s',
    'features/chat/messages/tip-sweep.module.css: 1.4s',
    // In the picture of the broadcast, where nobody waits for it.
    'features/overlay/overlay.module.css: 300ms',
    'features/overlay/overlay.module.css: 600ms',
    // A page that is there at once does not flicker.
    'shell/first-frame.css: 0.3s',
    // These turn for as long as somebody waits.
    'ui/feedback/spinner.module.css: 0.8s',
    // With reduced motion, nothing.
    'ui/styles/base.css: 0.01ms',
    'ui/styles/shared.css: 1.6s',
    'ui/styles/shared.css: 1s',
    'ui/styles/sheets.css: 1s',
  ])
})

test("the browser's bars have the colour of the header", () => {
  const page = readFileSync(join(src, '../index.html'), 'utf8')
  const colours = Array.from(page.matchAll(/"theme-color" content="(#\w{6})"/g), ([, colour]) => colour)
  expect(tokens.get('bg')).toBe(`light-dark(${colours.join(', ')})`)
})

test('no colour is written outside tokens.css', () => {
  expect(sources.size).toBeGreaterThan(100)
  const found = [...sources].flatMap(([path, code]) => colourLiterals(code).map((value) => `${path}: ${value}`))
  expect(found).toEqual([])
})

test.each([
  ['color: #fff;', ['#fff']],
  ['border: 1px solid #0b0e13d9', ['#0b0e13d9']],
  ['background: rgb(0 0 0 / 50%)', ['rgb(0 0 0 / 50%)']],
  ['color: white;', ['white']],
  ['<stop stopColor="#38506b" />', ['#38506b']],
  ['color: var(--text); background: transparent; /* #fff */', []],
  ['background: hsl(var(--hue) var(--avatar-tone));', []],
  ["<a href='#faq'>", []],
  ['this.#feed(picture)', []],
])('colours in %s', (code, values) => {
  expect(colourLiterals(code)).toEqual(values)
})

test('the only breakpoints are 768, 1000 and 1180 px', () => {
  expect(breakpointsPx).toContain(String(limits.mobileMaxWidthPx))
  const found = [...sources].flatMap(([path, css]) => foreignBreakpoints(css).map((query) => `${path}: ${query}`))
  expect(found).toEqual([])
})

test.each([
  ['@media (width <= 768px) {', []],
  ['@media (width > 1000px) {', []],
  ['@media (prefers-reduced-motion: reduce) {', []],
  ['@container player (width <= 560px) {', []],
  ['@media (height <= 500px) {', []],
  ['@media (width > 1000px), (height <= 500px) {', []],
  ['@media (width > 1000px), (height <= 480px) {', ['@media (width > 1000px), (height <= 480px)']],
  ['@media (height <= 480px) {', ['@media (height <= 480px)']],
  ['@media (width <= 480px) {', ['@media (width <= 480px)']],
  ['@media (max-width: 768px) {', ['@media (max-width: 768px)']],
  ['@media (hover: hover) and (width < 900px) {', ['@media (hover: hover) and (width < 900px)']],
])('foreign breakpoints in %s', (css, queries) => {
  expect(foreignBreakpoints(css)).toEqual(queries)
})

test('names over a scene are light, and any two differ', () => {
  const names = nameColours.map((name) => {
    const own = name.replace('chat', 'scene')
    return colourOf(tokens.has(own) ? own : name, 'dark')
  })
  expect(Math.min(...names.map((colour) => oklab(colour)[0]))).toBeGreaterThan(0.81)
  const distances = names.flatMap((one, index) => names.slice(index + 1).map((other) => difference(one, other)))
  expect(Math.min(...distances)).toBeGreaterThan(0.04)
})
