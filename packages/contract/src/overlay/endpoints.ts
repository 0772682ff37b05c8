import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { oneLine } from '../fields.ts'
import { overlaySecretPattern } from '../names.ts'
import { overlayLimits } from './limits.ts'

const goalKinds = ['followers', 'HIVE', 'HBD'] as const

/** What the overlay shows over the picture in the broadcasting software. */
const overlaySettings = z.object({
  chat: z.boolean(),
  tips: z.boolean().meta({ description: 'An alert for each tip' }),
  followers: z.boolean().meta({ description: 'An alert for each new follower' }),
  goal: z.boolean(),
  scalePercent: z.int().min(overlayLimits.overlayScaleMinPercent).max(overlayLimits.overlayScaleMaxPercent),
  goalKind: z.enum(goalKinds).meta({ description: 'What is counted: followers, or tips in one currency' }),
  goalTarget: z.int().min(1).max(overlayLimits.overlayGoalMax),
  goalTitle: oneLine(overlayLimits.overlayGoalTitleMaxLength),
})

/** The settings in an answer: the title has been cleaned. */
const savedSettings = overlaySettings.extend({ goalTitle: z.string() })

const ownOverlay = z.object({
  hasAddress: z.boolean(),
  settings: savedSettings,
  goalCount: z.number().meta({ description: 'How much of the goal is reached' }),
})

const secret = z.string().regex(overlaySecretPattern)

export const overlayEndpoints = {
  getMyOverlay: {
    summary: "What the caller's overlay shows, and whether it has an address",
    auth: 'session',
    cache: 'no-store',
    response: ownOverlay,
    errors: signedIn,
  },
  updateMyOverlay: {
    summary: 'Change what the overlay shows; open overlays change at once',
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
    summary: "A new address of the caller's overlay, shown once. The previous address stops working at once",
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      secret: z.string().meta({ description: 'The path of the page is /overlay/ followed by this secret' }),
    }),
    errors: [...signedIn, 'rate_limited'],
  },
  readOverlay: {
    summary: 'What the overlay at this address shows. The secret is in the body, which is not logged',
    auth: 'none',
    cache: 'no-store',
    body: z.object({ secret }),
    response: z.object({ channel: z.string(), settings: savedSettings, goalCount: z.number() }),
    errors: ['invalid_request', 'overlay_not_found', 'rate_limited'],
  },
} as const

export type OverlaySettings = z.output<typeof overlaySettings>
export type GoalKind = (typeof goalKinds)[number]
