import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
const tokens = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').matchAll(/^ {2}--([\w-]+): (.+);$/gm),
    ([, name = '', value = '']) => [name, value] as const,
  ),
)

type Theme = 'light' | 'dark'
type Colour = { red: number; green: number; blue: number; alpha: number }

function colourOf(token: string, theme: Theme): Colour {
  const value = tokens.get(token) ?? ''
  const [light = '', dark = light] = value.match(/#[0-9a-f]{6}(?:[0-9a-f]{2})?/g) ?? []
  const hex = theme === 'light' ? light : dark
  if (hex === '') throw new Error(`--${token} has no colour: ${value}`)
  const byte = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16)
  return { red: byte(1), green: byte(3), blue: byte(5), alpha: hex.length === 9 ? byte(7) / 255 : 1 }
}

/** What is seen of `top` over `bottom`. */
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

const surfaces = ['bg', 'surface', 'surface-raised', 'surface-hover']
const texts: [text: string, under: string[]][] = [
  ...['text', 'text-muted', 'text-faint', 'accent', 'accent-hover', 'danger', 'success'].map(
    (text): [string, string[]] => [text, surfaces],
  ),
  ['on-accent', ['accent-fill', 'accent-fill-hover']],
  ['on-live', ['live']],
  ['text', ['accent-soft', 'danger-soft']],
  ['text-muted', ['accent-soft', 'danger-soft']],
  ['accent', ['accent-soft']],
  ['danger', ['danger-soft']],
]

test('black on white is 21, and what the specification calls too little is too little', () => {
  const grey = (byte: number): Colour => ({ red: byte, green: byte, blue: byte, alpha: 1 })
  expect(contrast(grey(0), grey(255))).toBeCloseTo(21)
  // #777777 on white is the known near miss.
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

  test.each(['border-strong', 'accent'])('--%s, of fields and the focus, has at least 3 (1.4.11)', (line) => {
    for (const surface of ['bg', 'surface']) {
      expect(contrast(colourOf(line, theme), colourOf(surface, theme)), surface).toBeGreaterThanOrEqual(3)
    }
  })
})

test('every token that a style asks for is there', () => {
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(css|tsx)$/.test(path))
    .map((path) => readFileSync(join(src, path), 'utf8'))
    .join('\n')
  const set = new Set(Array.from(code.matchAll(/(--[\w-]+)['"]?:/g), ([, name]) => name))
  const asked = new Set(Array.from(code.matchAll(/var\((--[\w-]+)/g), ([, name]) => name))
  expect([...asked].filter((name) => !set.has(name))).toEqual([])
})
