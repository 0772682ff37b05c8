import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteQuery } from '../../lib/site.ts'
import { AdFrame } from './ad-frame.tsx'

function frameOf(adUrl: string): Record<string, string> {
  const client = new QueryClient()
  client.setQueryData(siteQuery.queryKey, { adUrl } as never)
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(AdFrame)))
  const attributes = (/<iframe ([^>]*)>/.exec(html)?.[1] ?? '').matchAll(/([\w-]+)="([^"]*)"/g)
  return Object.fromEntries(Array.from(attributes, ([, name = '', value = '']) => [name.toLowerCase(), value]))
}

test('[T13] an advertisement has an origin of its own, no permission, and does not learn where it is shown', () => {
  expect(frameOf('https://ads.example/frame')).toMatchObject({
    src: 'https://ads.example/frame',
    referrerpolicy: 'no-referrer',
    // Rule AD-3. Never 'allow-same-origin': the wallet's answers are sent to frames of the same origin.
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    allow: '',
  })
})

test('[AD-4] the house advertisement is asked for in the language of the page, and no other address is changed', () => {
  expect(frameOf('/ads/house').src).toBe('/ads/house?lang=en')
  expect(frameOf('https://ads.example/ads/house').src).toBe('https://ads.example/ads/house')
})
