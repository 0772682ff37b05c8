import { accentTokens } from '@waggle/contract/site/accent'
import type { Accent } from '@waggle/contract/site/settings'
import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import { Refusal } from '../../http/refusal.ts'

/** The style sheet with the colours of the site. They are in its address, so that every process has it and a browser may keep it for ever. */
export function themePath({ light, dark }: Accent): string {
  return `/site-theme/${light.slice(1)}-${dark.slice(1)}.css`
}

export function themeRoute(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/site-theme/:file', async ({ params }, reply) => {
    const [, light, dark] = /^([0-9a-f]{6})-([0-9a-f]{6})\.css$/.exec(params.file) ?? []
    if (light === undefined || dark === undefined) throw new Refusal('not_found')
    return setCacheControl(reply, 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(themeStyle({ light: `#${light}`, dark: `#${dark}` }))
  })
}

/** More specific than the tokens of the program, which are in a style sheet whose place is not known here. */
function themeStyle(accent: Accent): string {
  const declarations = Object.entries(accentTokens(accent)).map(([name, value]) => `${name}:${value}`)
  return `:root:root{${declarations.join(';')}}`
}
