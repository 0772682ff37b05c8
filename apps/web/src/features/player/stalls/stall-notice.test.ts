import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StallNotice } from './stall-notice.tsx'

test.each([true, false])('a lower quality is advised only where there is one: %s', (hasLowerQuality) => {
  const html = renderToStaticMarkup(
    createElement(StallNotice, { cause: 'slow-network', username: 'alice', hasLowerQuality }),
  )
  expect(html).toContain('Your connection is slow')
  expect(html.includes('lower quality')).toBe(hasLowerQuality)
})
