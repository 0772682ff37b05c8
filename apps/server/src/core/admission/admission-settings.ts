import type { FastifyInstance } from 'fastify'
import { settingInEffect } from '../../http/admission/setting-in-effect.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { changeSettings } from '../operating/change-settings.ts'
import { requireOperator } from '../operating/rights.ts'

/** What the two forms have; `entrance` has one of its own (core/entrance). */
const names = ['broadcasters', 'chatters'] as const

/** Who may broadcast and chat, as operators set it. */
export function admissionSettingRoutes(app: FastifyInstance, context: CoreContext): void {
  const { settings } = context
  const stored = <Name extends (typeof names)[number]>(name: Name) => ({
    value: settingInEffect(settings, name),
    revision: settings.find(name)?.revision ?? null,
  })

  route(app, context, 'getAdmissionSettings', async ({ session }) => {
    await requireOperator(context, session)
    return { broadcasters: stored('broadcasters'), chatters: stored('chatters') }
  })

  route(app, context, 'updateAdmissionSettings', async ({ body, session }) => {
    await requireOperator(context, session)
    const changes = names
      .filter((name) => JSON.stringify(body[name].value) !== JSON.stringify(settingInEffect(settings, name)))
      .map((name) => ({ name, value: body[name].value, from: body[name].revision ?? undefined }))
    await changeSettings(context, changes, session.username)
    return { success: true as const }
  })
}
