/** In this order, because most browsers also name those that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The names of a browser and its system, by which a user recognises a session. Versions and models, which would tell users apart, are
 * left out. Null where the name is not one of these.
 */
export function nameBrowser(userAgent = ''): { browser: string | null; system: string | null } {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) }
}

function firstMatch(names: typeof browsers, text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
