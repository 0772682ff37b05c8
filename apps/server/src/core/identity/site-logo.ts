import { createHash } from 'node:crypto'
import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import { settingLimits as limits } from '@waggle/contract/site/settings'
import type { FastifyInstance } from 'fastify'
import { setCacheControl } from '../../http/cache-control.ts'
import { Refusal } from '../../http/refusal.ts'
import type { CoreContext } from '../context.ts'
import { logoOf, logoSetting, type SiteLogo } from './identity.ts'
import { readPicture } from './pictures/read-picture.ts'

/** The address has a hash of the bytes, so that a browser may keep them for ever. */
export function logoPath({ hash }: SiteLogo): string {
  return `/site-logo/${hash}`
}

export function logoRoute(app: FastifyInstance, context: CoreContext): void {
  app.get<{ Params: { hash: string } }>('/site-logo/:hash', async ({ params }, reply) => {
    // A page of another process may name a logo that this one has not read yet.
    if (logoOf(context)?.hash !== params.hash) await context.settings.refresh()
    const logo = logoOf(context)
    if (logo?.hash !== params.hash) throw new Refusal('not_found')
    return (
      setCacheControl(reply, 'public, max-age=31536000, immutable')
        .type(logo.type)
        // Opened by itself the picture is only a picture, whatever a browser takes it for.
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('content-disposition', 'inline')
        .send(Buffer.from(logo.data, 'base64'))
    )
  })
}

/** Checks what somebody has uploaded as the logo: by its bytes, whatever it is called. */
export function toLogo(picture: unknown): SiteLogo | null | SettingProblem {
  if (picture === null) return null
  const problem = (code: SettingProblem['code'], values?: SettingProblem['values']): SettingProblem => ({
    ...{ field: logoSetting, code },
    ...(values && { values }),
  })
  if (typeof picture !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(picture)) return problem('not_picture')
  const sent = Buffer.from(picture, 'base64')
  const max = limits.logoMaxBytes / 1024
  if (sent.length > limits.logoMaxBytes) {
    return problem('picture_bytes', { kilobytes: Math.ceil(sent.length / 1024), max })
  }
  const found = readPicture(sent)
  if (typeof found === 'string') return problem(found)
  const { type, width, height, bytes } = found
  const sides = { min: limits.logoMinSidePx, max: limits.logoMaxSidePx }
  if (Math.min(width, height) < sides.min || Math.max(width, height) > sides.max) {
    return problem('picture_sides', { width, height, ...sides })
  }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { hash, type, width, height, data: bytes.toString('base64') }
}
