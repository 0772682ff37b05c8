import { expect, test } from 'vitest'
import { accentContrast, accentTokens, readableAccent } from './accent.ts'

test('[SITE-5] the colours of the program can be read in their theme, and not in the other one', () => {
  expect(accentContrast('#854a00', 'light')).toBeGreaterThanOrEqual(4.5)
  expect(accentContrast('#ffb02e', 'dark')).toBeGreaterThanOrEqual(4.5)
  expect(accentContrast('#ffb02e', 'light')).toBeLessThan(3)
  expect(accentContrast('#854a00', 'dark')).toBeLessThan(3)
})

test('[SITE-5] every colour has a neighbour that can be read', () => {
  const bytes = [0, 51, 102, 153, 204, 255].map((byte) => byte.toString(16).padStart(2, '0'))
  for (const red of bytes) {
    for (const green of bytes) {
      for (const blue of bytes) {
        for (const theme of ['light', 'dark'] as const) {
          const works = readableAccent(`#${red}${green}${blue}`, theme)
          expect(accentContrast(works, theme)).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  }
})

test('a colour that can be read stays', () => {
  expect(readableAccent('#854a00', 'light')).toBe('#854a00')
})

test('the tokens are colours only, so that nothing else comes into a style sheet', () => {
  const colour = '#[0-9a-f]{6}([0-9a-f]{2})?'
  const form = new RegExp(`^(${colour}|light-dark\\(${colour}, ${colour}\\))$`)
  for (const value of Object.values(accentTokens({ light: '#123a8a', dark: '#8fb4ff' }))) expect(value).toMatch(form)
})
