import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { username } from '../fields.ts'
import { panelLimits as limits } from './panels.ts'

const title = z.string().meta({ description: `1 to ${limits.panelTitleMaxLength} characters` })
const text = z.string().meta({ description: `At most ${limits.panelTextMaxLength} characters, with line breaks` })
const link = z
  .string()
  .nullable()
  .meta({ description: `An address that begins with https://, at most ${limits.panelLinkMaxLength} characters` })

const channelPanels = z.object({ panels: z.array(z.object({ title, text, link })) })

/** What is wrong with a panel has sentences of its own; checkPanel finds it. The size of the call bounds the rest. */
const panelsUpdate = z.object({
  panels: z.array(z.object({ title, text: text.default(''), link: link.default(null) })),
})

/** The panels of a channel (rules WATCH-7 and SETTINGS-7). */
export const panelEndpoints = {
  getPanels: {
    summary: 'The panels of a channel, in their order; none where the owner has written none',
    auth: 'none',
    params: z.object({ username }),
    response: channelPanels,
    errors: ['invalid_username'],
  },
  updatePanels: {
    summary: `Replace the panels of the caller's channel, at most ${limits.panelsMax}`,
    auth: 'session',
    body: panelsUpdate,
    response: channelPanels,
    errors: [
      'invalid_request',
      'panels_too_many',
      'panel_title_refused',
      'panel_text_too_long',
      'panel_link_refused',
      ...signedIn,
      'rate_limited',
    ],
  },
} as const
