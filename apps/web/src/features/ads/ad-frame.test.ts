import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteQuery } from '../../lib/site.ts'
import { AdFrame } from './ad-frame.tsx'

test('[T13] an advertisement has an origin of its own, no permission, and does not learn where it is shown', () => {
  const client = new QueryClient()
  client.setQueryData(siteQuery.queryKey, { adUrl: 'https://ads.example/frame' } as never)
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(AdFrame)))
  const attributes = Object.fromEntries(
    Array.from((/<iframe ([^>]*)>/.exec(html)?.[1] ?? '').matchAll(/([\w-]+)="([^"]*)"/g), ([, name, value]) => [
      name?.toLowerCase(),
      value,
    ]),
  )
  expect(attributes).toMatchObject({
    src: 'https://ads.example/frame',
    referrerpolicy: 'no-referrer',
    // Rule AD-3. Never 'allow-same-origin': the wallet's answers are sent to frames of the same origin.
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    allow: '',
  })
})
