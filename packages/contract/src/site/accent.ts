import type { Accent } from './settings.ts'

/** The surfaces of both themes that coloured text stands on: apps/web/src/ui/styles/tokens.css, whose test compares them. */
export const surfaces = {
  light: ['#f7efe2', '#fffdf8', '#f2e6d5', '#eaddc9', '#fffefb'],
  dark: ['#0d0a08', '#1f1a17', '#2d2622', '#352c27', '#27211d'],
} as const
/** Of a site without colours of its own. */
export const programAccent: Accent = { light: '#854a00', dark: '#ffb02e' }

/** The surface below what is tinted with the accent, by its place above. */
const tintedSurface = 1

/** Of text in the accent on every surface (WCAG 2.2, 1.4.3, level AA). */
export const neededContrast = 4.5
const onAccent = '#1f1402'
/** The opacities of tints and edges. */
const opacity = { light: { soft: 0.14, border: 0.5 }, dark: { soft: 0.12, border: 0.4 } }

type Theme = keyof Accent
type Colour = readonly [red: number, green: number, blue: number]

export function isColour(text: unknown): text is string {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)
}

/** The lowest contrast of the colour as text in this theme. */
export function accentContrast(colour: string, theme: Theme): number {
  const text = parse(colour)
  const under = surfaces[theme].map(parse)
  const tinted = mix(text, under[tintedSurface] ?? text, opacity[theme].soft)
  return Math.min(...[...under, tinted].map((surface) => contrast(text, surface)))
}

/** The nearest colour of the same hue that has enough contrast in this theme. */
export function readableAccent(colour: string, theme: Theme): string {
  const towards = theme === 'light' ? parse('#000000') : parse('#ffffff')
  for (let share = 0; share < 1; share += 0.01) {
    const candidate = write(mix(towards, parse(colour), share))
    if (accentContrast(candidate, theme) >= neededContrast) return candidate
  }
  return write(towards)
}

/** The values of the tokens that a site's own accent replaces, by name (docs/design-language.md). */
export function accentTokens({ light, dark }: Accent): Record<string, string> {
  const both = (inLight: string, inDark: string) => `light-dark(${inLight}, ${inDark})`
  const shade = (share: number) => write(mix(parse('#000000'), parse(dark), share))
  const glow = (share: number) => write(mix(parse('#ffffff'), parse(dark), share))
  return {
    '--accent': both(light, dark),
    '--accent-shape': both(light, dark),
    '--accent-fill': dark,
    '--accent-fill-hover': both(shade(0.06), glow(0.2)),
    '--accent-soft': both(see(light, opacity.light.soft), see(dark, opacity.dark.soft)),
    '--accent-border': both(see(light, opacity.light.border), see(dark, opacity.dark.border)),
    '--on-accent': onAccent,
  }
}

/** The relation of the luminances of two colours (WCAG 2.2, 'contrast ratio'). */
function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (byte: number) => {
    const value = byte / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** `share` of the first colour painted over the second. */
function mix(top: Colour, bottom: Colour, share: number): Colour {
  const [red, green, blue] = top.map((byte, index) => byte * share + (bottom[index] ?? 0) * (1 - share))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

function parse(colour: string): Colour {
  const byte = (index: number) => Number.parseInt(colour.slice(index, index + 2), 16)
  return [byte(1), byte(3), byte(5)]
}

function write(colour: Colour): string {
  return `#${colour.map(hexByte).join('')}`
}

/** The colour with this opacity. */
function see(colour: string, share: number): string {
  return colour + hexByte(share * 255)
}

function hexByte(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}
