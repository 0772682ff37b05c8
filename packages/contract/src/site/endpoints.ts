import { z } from 'zod'

const site = z.object({
  name: z.string(),
  publicUrl: z.string(),
  rtmpUrl: z.string().meta({ description: 'Server address for the encoder, without the stream key' }),
  hive: z.enum(['sandbox', 'mainnet']),
  posterAccount: z.string(),
  recordings: z.boolean().meta({ description: 'Whether the site records broadcasts' }),
  tips: z.boolean().meta({ description: 'Whether viewers may send tips' }),
  avatarUrl: z.string().meta({ description: 'Address of an avatar; replace {username}' }),
  edges: z
    .array(z.string())
    .readonly()
    .meta({ description: 'Origins in front of the site that have its live playlists and media, without keys' }),
  realTime: z
    .object({
      relayUrl: z.string().nullable().meta({
        description:
          "Address of the MoQ relay that players watch at instead of the site's own sockets; the name of a broadcast there is its stream id",
      }),
    })
    .nullable()
    .meta({ description: 'Real-time playback; null where it is switched off' }),
  adUrl: z.string().meta({ description: 'Address of the page in the advertisement frames' }),
})

/** The site itself. */
export const siteEndpoints = {
  getSite: {
    summary: 'What this site is, and the address to broadcast to',
    auth: 'none',
    cache: 'public, max-age=60',
    response: site,
    errors: [],
  },
} as const

export type Site = z.output<typeof site>
