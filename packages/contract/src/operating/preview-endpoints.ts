import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { panelEndpoints } from '../channels/panel-endpoints.ts'
import { epochMs, username } from '../fields.ts'
import { actionKinds } from './actions.ts'
import { siteAction, thingActedOn } from './endpoints.ts'

/** What an action would do, before it is taken (rule OPERATE-13). */
export const previewEndpoints = {
  previewSiteAction: {
    summary: 'What an action against an account would do now',
    auth: 'session',
    cache: 'no-store',
    query: z.object({
      kind: z.enum(actionKinds).meta({ description: 'The action' }),
      username,
      ...thingActedOn.shape,
      isNetwork: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'The network around the address too, for forbid-address' }),
    }),
    response: z.object({
      inEffect: siteAction.nullable().meta({ description: 'The same action, where it is in effect already' }),
      broadcast: z.object({ title: z.string(), viewers: z.int() }).nullable().meta({ description: 'What would end' }),
      openSessions: z.int(),
      hasStreamKey: z.boolean(),
      profile: z.object({
        title: z.string(),
        description: z.string(),
        tags: z.array(z.string()),
        panels: panelEndpoints.getPanels.response.shape.panels,
        planned: z.array(z.string()).meta({ description: 'The titles of planned broadcasts' }),
      }),
      message: z.string().nullable().meta({ description: 'The text that would be removed' }),
      addresses: z
        .array(z.object({ address: z.string(), network: z.string(), lastSeenAt: epochMs }))
        .meta({ description: 'From where the account has broadcast in the last days, the latest first' }),
      atAddress: z
        .object({ accounts: z.array(z.string()), live: z.array(z.string()) })
        .nullable()
        .meta({ description: 'Who else has broadcast from the address, and who is live from there now' }),
    }),
    errors: [
      ...signedIn,
      'not_operating',
      'operating_proof_required',
      'chat_message_not_found',
      'address_not_found',
      'invalid_request',
    ],
  },
} as const
