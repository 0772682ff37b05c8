import { z } from 'zod'
import { oneLine, severalLines, username } from '../fields.ts'
import { limits } from '../limits.ts'
import { channelTagPattern } from '../names.ts'
import { categories, languages } from './choices.ts'

const category = z.enum(categories).nullable()
const language = z.enum(Object.keys(languages) as [keyof typeof languages]).nullable()

/** What everybody sees of a channel (spec section 3, 'Channel info'), with the defaults where nothing was set. */
export const channel = z.object({
  username: z.string(),
  title: z.string(),
  description: z.string(),
  category,
  language,
  tags: z.array(z.string()),
})

/** What the owner set: empty texts stand for the defaults. */
const ownChannel = channel.omit({ username: true })

/** What is left out stays as it is; fields that are not here are passed over. */
const channelUpdate = z
  .object({
    title: oneLine(limits.titleMaxLength),
    description: severalLines(limits.descriptionMaxLength),
    category: category.or(z.literal('').transform(() => null)),
    language: language.or(z.literal('').transform(() => null)),
    tags: z.array(z.string().trim().regex(channelTagPattern)).max(limits.channelTagsMax),
  })
  .partial()

const signedIn = ['authentication_required', 'session_invalid'] as const

/** The calls about a channel's texts (spec section 7). Joined to the others in endpoints.ts, which checks their form. */
export const channelEndpoints = {
  getChannel: {
    summary: "A channel's texts",
    auth: 'none',
    params: z.object({ username }),
    response: channel,
    errors: ['invalid_username'],
  },
  getMyChannel: {
    summary: "The caller's channel as it was set",
    auth: 'session',
    cache: 'no-store',
    response: ownChannel,
    errors: signedIn,
  },
  updateMyChannel: {
    summary: "Change the caller's channel; pages that show it hear of it",
    auth: 'session',
    body: channelUpdate,
    response: ownChannel,
    errors: ['invalid_request', ...signedIn, 'rate_limited'],
  },
  updateStreamSettings: {
    summary: 'The same by name',
    auth: 'session',
    params: z.object({ username }),
    body: channelUpdate,
    response: ownChannel,
    errors: ['invalid_request', 'invalid_username', ...signedIn, 'not_your_account', 'rate_limited'],
  },
} as const

export type Channel = z.output<typeof channel>
export type OwnChannel = z.output<typeof ownChannel>
export type ChannelUpdate = z.output<typeof channelUpdate>
