// Applies what the visitor chose and the first paint needs: the theme (src/lib/browser/theme.ts) and an open rail (src/shell/rail-toggle.tsx),
// beside which the first picture stands. The server puts it into the page, whose policy names it by its hash
// (apps/server/src/core/pages/built/inline-scripts.ts).
try {
  const theme = localStorage.getItem('waggle.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('waggle.rail') === 'open') document.documentElement.dataset.rail = 'open'
} catch {
  // Storage is forbidden: the page uses the system's theme, and a rail.
}
