import { expect, it } from 'vitest'
import { nameBrowser } from './browser-name.ts'

// As the browsers send them in 2025 and 2026.
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
it.each<[string, string | null, string | null]>([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/143.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
    'Edge',
    'Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/143.0.0.0 Safari/537.36 OPR/127.0.0.0`, 'Opera', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/143.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  ['node', null, null],
  ['<script>alert(1)</script>', null, null],
  ['', null, null],
])('%s', (userAgent, browser, system) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system })
})

it('stays quick for the longest header that the server reads', () => {
  const startMs = performance.now()
  for (const part of ['Version/', 'Edg', 'Mozilla/5.0 ', ' ']) nameBrowser(part.repeat(16_384 / part.length))
  // A few milliseconds, unless a pattern backtracks.
  expect(performance.now() - startMs).toBeLessThan(150)
})
