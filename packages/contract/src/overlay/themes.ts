/** What an overlay can look like, beside its usual look (rule DASH-11). The address of the overlay names it. */
export const overlayThemes = ['plain', 'dark', 'light', 'large'] as const
export type OverlayTheme = (typeof overlayThemes)[number]

/** The theme that the query of an overlay names; undefined for the usual look, and for whatever is no theme. */
export function overlayThemeInQuery(query: URLSearchParams): OverlayTheme | undefined {
  const named = query.get('theme')
  return overlayThemes.find((theme) => theme === named)
}

/** What the address of an overlay ends in for a theme. */
export function overlayThemeQuery(theme: OverlayTheme | undefined): string {
  return theme === undefined ? '' : `?theme=${theme}`
}
