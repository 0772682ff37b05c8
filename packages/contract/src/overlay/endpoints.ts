import { z } from 'zod'
import { oneLine } from '../fields.ts'
import { limits } from '../limits.ts'
import { overlaySecretPattern } from '../names.ts'

export const goalKinds = ['followers', 'HIVE', 'HBD'] as const

/** What the overlay for broadcasting software shows. */
export const overlaySettings = z.object({
  chat: z.boolean(),
  tips: z.boolean().meta({ description: 'Tips are told as they come' }),
  followers: z.boolean().meta({ description: 'New followers are told as they come' }),
  goal: z.boolean(),
  scalePercent: z.int().min(limits.overlayScaleMinPercent).max(limits.overlayScaleMaxPercent),
  goalKind: z.enum(goalKinds).meta({ description: 'What is counted: followers, or tips in one currency' }),
  goalTarget: z.int().min(1).max(limits.overlayGoalMax),
  goalTitle: oneLine(limits.overlayGoalTitleMaxLength),
})

/** As it is answered: nothing in it is to be cleaned any more. */
const savedSettings = overlaySettings.extend({ goalTitle: z.string() })

const ownOverlay = z.object({
  hasAddress: z.boolean(),
  settings: savedSettings,
  goalCount: z.number().meta({ description: 'How much of the goal is reached' }),
})

const signedIn = ['authentication_required', 'session_invalid'] as const
const secret = z.string().regex(overlaySecretPattern)

/** The calls about the overlay. Joined to the others in endpoints.ts, which checks their form. */
export const overlayEndpoints = {
  getMyOverlay: {
    summary: "What the caller's overlay shows, and whether it has an address",
    auth: 'session',
    cache: 'no-store',
    response: ownOverlay,
    errors: signedIn,
  },
  updateMyOverlay: {
    summary: 'Change what the overlay shows; open overlays follow at once',
    auth: 'session',
    body: overlaySettings,
    response: ownOverlay,
    errors: ['invalid_request', ...signedIn, 'rate_limited'],
  },
  restartOverlayGoal: {
    summary: 'Count tips for the goal from now on',
    auth: 'session',
    response: ownOverlay,
    errors: [...signedIn, 'rate_limited'],
  },
  renewOverlayAddress: {
    summary: "A new address of the caller's overlay, told once; the former one stops working at once",
    auth: 'session',
    cache: 'no-store',
    response: z.object({ secret: z.string().meta({ description: "The page's path is /overlay/ and this" }) }),
    errors: [...signedIn, 'rate_limited'],
  },
  readOverlay: {
    summary: 'What the overlay of this address shows. The secret travels in the body: it has no place in logs',
    auth: 'none',
    cache: 'no-store',
    body: z.object({ secret }),
    response: z.object({ channel: z.string(), settings: savedSettings, goalCount: z.number() }),
    errors: ['invalid_request', 'overlay_not_found', 'rate_limited'],
  },
} as const

export type OverlaySettings = z.output<typeof overlaySettings>
export type GoalKind = (typeof goalKinds)[number]
