import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StallNotice } from './stall-notice.tsx'

test.each([
  ['slow-network', 'Your connection is slow', true],
  ['slow-network', 'Your connection is slow', false],
  ['computer', 'This device cannot keep up', true],
  ['computer', 'This device cannot keep up', false],
] as const)('%s: a lower quality is advised only where there is one: %s, %s', (cause, title, hasLowerQuality) => {
  const html = renderToStaticMarkup(createElement(StallNotice, { cause, username: 'alice', hasLowerQuality }))
  expect(html).toContain(title)
  expect(/lower quality/i.test(html)).toBe(hasLowerQuality)
})
