import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import type { CoreContext } from '../context.ts'
import { identityOf, logoOf } from './identity.ts'
import { logoPath } from './site-logo.ts'

export const defaultTagline = 'Live video. Sign in with Hive.'
/** The page's background at night (apps/web/src/ui/styles/tokens.css, --bg). */
const background = '#0d0a08'

/** What a device calls the site that was added to its screen (W3C Web Application Manifest). */
export function webManifest(app: FastifyInstance, context: CoreContext): void {
  app.get('/site.webmanifest', (_request, reply) => {
    const { name, tagline } = identityOf(context)
    const logo = logoOf(context)
    const icons = logo
      ? [{ src: logoPath(logo), sizes: `${logo.width}x${logo.height}`, type: logo.type }]
      : [
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
        ]
    return setCacheControl(reply, 'no-cache')
      .type('application/manifest+json')
      .send({
        ...{ name, short_name: name, description: tagline || defaultTagline },
        ...{ start_url: '/', display: 'standalone', background_color: background, theme_color: background, icons },
      })
  })
}
