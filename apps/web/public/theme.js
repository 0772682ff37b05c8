// Applies the visitor's theme (src/lib/browser/theme.ts) before the first paint. A separate file, because the content security
// policy forbids inline scripts.
try {
  const theme = localStorage.getItem('waggle.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden: the page uses the system's theme.
}
