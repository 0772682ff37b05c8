import { createHash } from 'node:crypto'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import type { CoreContext } from '../context.ts'

/** The path of the house advertisement, which the frames show unless WAGGLE_AD_URL is set (rule AD-2). */
export const houseAdPath = '/ads/house'

const style = `
*{box-sizing:border-box}
html,body{margin:0;height:100%}
a{display:flex;align-items:center;gap:8px;height:100%;min-height:60px;padding:0 9px;background:linear-gradient(120deg,#3a2708,#1c1410 75%);color:#f8f0e3;font:600 12px/1.3 system-ui,sans-serif;text-decoration:none}
a:hover strong{text-decoration:underline}
a:focus-visible{outline:2px solid #ffb02e;outline-offset:-2px}
svg{flex:none}
strong{display:block;color:#ffb02e}
@media (prefers-color-scheme:light){a{background:linear-gradient(120deg,#ffe0a6,#fffdf8 75%);color:#221a0f}strong{color:#854a00}a:focus-visible{outline-color:#854a00}}
`

const pageFor = (publicUrl: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Go live on Waggle</title><style>${style}</style></head>
<body><a href="${publicUrl}${pagePaths.streamKey}" target="_blank" rel="noopener">
<svg width="22" height="26" viewBox="0 0 22 26" aria-hidden="true"><path d="M11 0l11 6.5v13L11 26 0 19.5v-13z" fill="#ffb02e"/><path d="M8 8.5l7 4.5-7 4.5z" fill="#1f1402"/></svg>
<span><strong>Go live</strong>on Waggle</span>
</a></body>
</html>
`

/** The page can only be displayed and clicked: no scripts, no requests, its own style by hash, and by the sandbox an opaque origin. */
function policyFor(publicUrl: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    // The site's pages may have another origin than this server.
    `frame-ancestors 'self' ${publicUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}

export function houseAd(app: FastifyInstance, { addresses }: Pick<CoreContext, 'addresses'>): void {
  app.get(houseAdPath, (_request, reply) =>
    setCacheControl(reply, 'public, max-age=3600')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(addresses().publicUrl))
      .send(pageFor(addresses().publicUrl)),
  )
}
