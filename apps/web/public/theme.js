// Before the first paint: the theme that the visitor chose (src/lib/theme.ts). A file, because the policy forbids inline scripts.
try {
  const theme = localStorage.getItem('waggle.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden: the system's theme.
}
