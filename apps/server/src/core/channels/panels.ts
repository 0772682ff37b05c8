import { type ChannelPanel, checkPanel, type PanelMistake, panelLimits } from '@waggle/contract/channels/panels'
import type { ErrorCode } from '@waggle/contract/errors'
import type { FastifyInstance } from 'fastify'
import { findPanels, saveChannel } from '../../db/accounts/channels.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'

const refusals: Record<PanelMistake, ErrorCode> = {
  title: 'panel_title_refused',
  text: 'panel_text_too_long',
  link: 'panel_link_refused',
}

/** The panels of a channel: everyone may read them, the owner replaces all of them at once (rule API-22). */
export function panelRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'getPanels', async ({ params }) => ({ panels: await findPanels(db, params.username) }))

  route(app, context, 'updatePanels', async ({ body, session }) => {
    if (body.panels.length > panelLimits.panelsMax) throw new Refusal('panels_too_many')
    const panels = body.panels.map(storable)
    await saveChannel(db, { username: session.username, panels }, now())
    return { panels }
  })
}

function storable(written: ChannelPanel): ChannelPanel {
  const checked = checkPanel(written)
  if (typeof checked === 'string') throw new Refusal(refusals[checked])
  return checked
}
