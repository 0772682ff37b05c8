import { escapeHtml } from '@waggle/contract/embed/embed-code'
import { defaultIdentity } from '@waggle/contract/site/settings'
import type { CoreContext } from '../context.ts'
import { identityOf, logoOf } from './identity.ts'
import { logoPath } from './site-logo.ts'
import { themePath } from './site-theme.ts'

/**
 * Returns a function that puts what operators say about their site into the built page: name, languages, icons and colours, so that
 * nothing of it appears later (rule SITE-8). It is the same for every address, and made again when a setting has changed.
 */
export function createPageIdentity(page: string, context: Pick<CoreContext, 'settings'>): () => string {
  let filled = fillIdentity(page, context)
  context.settings.onChange(() => {
    filled = fillIdentity(page, context)
  })
  return () => filled
}

function fillIdentity(page: string, context: Pick<CoreContext, 'settings'>): string {
  const { name, tagline, languages, accent } = identityOf(context)
  const logo = logoOf(context)
  const text = escapeHtml(name)
  const names = [
    `<meta name="application-name" content="${text}" />`,
    `<meta name="apple-mobile-web-app-title" content="${text}" />`,
  ]
  const colours = accent ? [`<link rel="stylesheet" href="${themePath(accent)}" />`] : []
  const [first = 'en'] = languages
  // Functions, because a replacement string would interpret '$&' in a name.
  const dressed = page
    .replace('<html lang="en">', () => `<html lang="${first}" data-languages="${languages.join(' ')}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${text}</title>`)
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${noScriptText(first, text)}</noscript>`)
    .replace('</head>', (end) => [...names, ...colours].join('') + end)
    .replace(/(<meta name="description" content=")[^"]*/, (whole, start: string) =>
      tagline ? start + escapeHtml(tagline) : whole,
    )
  if (!logo) return dressed
  const icon = `href="${logoPath(logo)}"`
  return dressed
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" ${icon} type="${logo.type}" />`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, () => `<link rel="apple-touch-icon" ${icon} />`)
}

function noScriptText(language: string, name: string): string {
  return language === 'es'
    ? `${name} necesita JavaScript para reproducir vídeo en directo.`
    : `${name} needs JavaScript to play live video.`
}

/** Schema.org's description of the site, for search engines: JSON in a script element that no browser runs. */
export function siteDescription(context: Pick<CoreContext, 'settings'>, publicUrl: string): string {
  const { name, tagline } = identityOf(context)
  const logo = logoOf(context)
  const site = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    ...{ name, url: `${publicUrl}/` },
    ...(tagline && { description: tagline }),
    publisher: {
      '@type': 'Organization',
      name,
      url: `${publicUrl}/`,
      ...(logo && { logo: publicUrl + logoPath(logo) }),
    },
    ...(name !== defaultIdentity.name && { alternateName: new URL(publicUrl).host }),
  }
  return `<script type="application/ld+json">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`
}
