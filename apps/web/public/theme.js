// Applies the visitor's theme (src/lib/browser/theme.ts) before the first paint. The server puts it into the page, whose
// policy names it by its hash (apps/server/src/core/pages/built/inline-scripts.ts).
try {
  const theme = localStorage.getItem('waggle.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden: the page uses the system's theme.
}
