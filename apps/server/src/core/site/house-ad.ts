import { createHash } from 'node:crypto'
import { escapeHtml } from '@waggle/contract/embed/embed-code'
import { houseAdPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { programAccent } from '@waggle/contract/site/accent'
import { type Accent, type SiteLanguage, siteLanguages } from '@waggle/contract/site/settings'
import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import type { CoreContext } from '../context.ts'
import { identityOf } from '../identity/identity.ts'

/** The name of the site follows. */
const texts: Record<SiteLanguage, { goLive: string; on: string }> = {
  en: { goLive: 'Go live', on: 'on' },
  es: { goLive: 'Transmite', on: 'en' },
}

const styleFor = ({ light, dark }: Accent, typeface: string | undefined) => `
${
  typeface
    ? `@font-face{font-family:Site;src:url(${typeface}) format('woff2');font-weight:200 800;font-display:swap}
`
    : ''
}*{box-sizing:border-box}
html,body{margin:0;height:100%}
a{display:flex;align-items:center;gap:8px;height:100%;min-height:60px;padding:0 9px;background:#1f1a17;color:#c1b6a6;font:12px/1.3 Site,system-ui,sans-serif;text-decoration:none}
a:hover strong{text-decoration:underline}
a:focus-visible{outline:2px solid ${dark};outline-offset:-2px}
svg{flex:none}
svg path:first-child{fill:${dark}}
span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow-wrap:anywhere}
strong{display:block;color:#f7f1e8;font-size:13px;font-weight:680}
@media (prefers-color-scheme:light){a{background:#fffdf8;color:#5b4e3c}strong{color:#221a0f}a:focus-visible{outline-color:${light}}}
`

interface Shown {
  publicUrl: string
  style: string
  name: string
  language: SiteLanguage
}

const pageFor = ({ publicUrl, style, name, language }: Shown) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${texts[language].goLive} ${texts[language].on} ${name}</title><style>${style}</style></head>
<body><a href="${publicUrl}${pagePaths.streamKey}" target="_blank" rel="noopener">
<svg width="22" height="26" viewBox="0 0 22 26" aria-hidden="true"><path d="M11 0l11 6.5v13L11 26 0 19.5v-13z"/><path d="M8 8.5l7 4.5-7 4.5z" fill="#1f1402"/></svg>
<span><strong>${texts[language].goLive}</strong>${texts[language].on} ${name}</span>
</a></body>
</html>
`

/**
 * The page can only be displayed and clicked: no scripts, no requests but for the typeface of the site, its own style by hash, and by the
 * sandbox an opaque origin.
 */
function policyFor(publicUrl: string, style: string): string {
  return [
    "default-src 'none'",
    "font-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    // The site's pages may have another origin than this server.
    `frame-ancestors 'self' ${publicUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}

export function houseAd(
  app: FastifyInstance,
  context: Pick<CoreContext, 'addresses' | 'settings'>,
  typeface: string | undefined,
): void {
  app.get<{ Querystring: { lang?: unknown } }>(houseAdPath, ({ query }, reply) => {
    const { publicUrl } = context.addresses()
    const { name, accent, languages } = identityOf(context)
    const language = languageOf(query.lang) ?? languages[0] ?? 'en'
    const style = styleFor(accent ?? programAccent, typeface)
    return setCacheControl(reply, 'no-cache')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(publicUrl, style))
      .send(pageFor({ publicUrl, style, name: escapeHtml(name), language }))
  })
}

/** Undefined for everything that is not a language of the program. */
function languageOf(wanted: unknown): SiteLanguage | undefined {
  return typeof wanted === 'string' && Object.hasOwn(siteLanguages, wanted) ? (wanted as SiteLanguage) : undefined
}
