import { expect, test } from 'vitest'
import { overlayThemeInQuery, overlayThemeQuery, overlayThemes } from './themes.ts'

test('[DASH-11] the address of an overlay names a theme, and what is no theme is the usual look', () => {
  for (const theme of overlayThemes) {
    expect(overlayThemeInQuery(new URLSearchParams(overlayThemeQuery(theme)))).toBe(theme)
  }
  expect(overlayThemeQuery(undefined)).toBe('')
  for (const query of ['', 'theme=', 'theme=DARK', 'theme=toString', 'theme=dark%20x', 'look=dark']) {
    expect(overlayThemeInQuery(new URLSearchParams(query))).toBeUndefined()
  }
})
