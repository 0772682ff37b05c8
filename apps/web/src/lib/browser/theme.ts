import { createStore } from '../store/store.ts'

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

/** As public/theme.js reads it before the first paint. */
const storageKey = 'waggle.theme'

const store = createStore<{ theme: Theme }>({ theme: shownTheme() })

/** What the visitor chose; changed by `switchTheme` only. */
export const theme = { getState: store.getState, subscribe: store.subscribe }

/** Shows the theme at once and remembers it on this browser. */
export function switchTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  store.setState({ theme })
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage that is full or forbidden: the choice holds as long as the page.
  }
}

function shownTheme(): Theme {
  const shown = globalThis.document?.documentElement.dataset.theme
  return themes.find((known) => known === shown) ?? 'system'
}
