import { createStore } from '../store/store.ts'

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

/** public/theme.js reads the same key before the first paint. */
const storageKey = 'waggle.theme'

const store = createStore<{ theme: Theme }>({ theme: shownTheme() })

/** The visitor's choice. Only `switchTheme` changes it. */
export const theme = { getState: store.getState, subscribe: store.subscribe }

/** Applies the theme at once and stores it in this browser. */
export function switchTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  store.setState({ theme })
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function shownTheme(): Theme {
  const shown = globalThis.document?.documentElement.dataset.theme
  return themes.find((known) => known === shown) ?? 'system'
}
