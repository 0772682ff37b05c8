import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { oneLine, severalLines, username } from '../fields.ts'
import { channelTagPattern } from '../names.ts'
import { settingLimits } from '../site/settings.ts'
import { languages } from './choices.ts'
import { channelLimits } from './limits.ts'

const category = z.string().nullable().meta({ description: 'One of the categories of the site, or null' })
const language = z.enum(Object.keys(languages) as [keyof typeof languages]).nullable()

/** What everybody sees of a channel, with the defaults where nothing was set (rule STREAM-3). */
const channel = z.object({
  username: z.string(),
  title: z.string(),
  description: z.string(),
  category,
  language,
  tags: z.array(z.string()),
})

/** The values that the owner set. An empty text means the default (rule STREAM-4). */
const ownChannel = channel.omit({ username: true })

/** An absent field stays unchanged; an unknown field is ignored. */
const channelUpdate = z
  .object({
    title: oneLine(channelLimits.titleMaxLength),
    description: severalLines(channelLimits.descriptionMaxLength),
    category: oneLine(settingLimits.categoryMaxLength)
      .transform((text) => text || null)
      .nullable(),
    language: language.or(z.literal('').transform(() => null)),
    tags: z.array(z.string().trim().regex(channelTagPattern)).max(channelLimits.channelTagsMax),
  })
  .partial()

/** A channel's settings (rules API-7 and API-8). */
export const channelEndpoints = {
  getChannel: {
    summary: "A channel's settings, with the defaults where nothing was set",
    auth: 'none',
    params: z.object({ username }),
    response: channel,
    errors: ['invalid_username', 'account_not_found'],
  },
  getMyChannel: {
    summary: "The settings of the caller's channel, without defaults",
    auth: 'session',
    cache: 'no-store',
    response: ownChannel,
    errors: signedIn,
  },
  updateMyChannel: {
    summary: "Change the settings of the caller's channel; pages that show it are notified",
    auth: 'session',
    body: channelUpdate,
    response: ownChannel,
    errors: ['invalid_request', 'category_unknown', ...signedIn, 'rate_limited'],
  },
  updateStreamSettings: {
    summary: 'Change the settings of the channel named; the caller must own it',
    auth: 'session',
    params: z.object({ username }),
    body: channelUpdate,
    response: ownChannel,
    errors: [
      'invalid_request',
      'category_unknown',
      'invalid_username',
      ...signedIn,
      'not_your_account',
      'rate_limited',
    ],
  },
} as const

export type Channel = z.output<typeof channel>
export type OwnChannel = z.output<typeof ownChannel>
export type ChannelUpdate = z.output<typeof channelUpdate>
