import { z } from 'zod'

const pixels = z.coerce.number().int().min(1).max(10_000).optional()

/** The section numbers are those of the oEmbed specification, oembed.com. */
export const embedEndpoints = {
  getOembed: {
    summary: 'The code with which another site embeds a channel, a replay or a clip (oEmbed 1.0)',
    auth: 'none',
    cache: 'public, max-age=60',
    query: z.object({
      url: z.string().max(2000).meta({ description: 'Address of a watch, replay, clip or embed page of this site' }),
      maxwidth: pixels,
      maxheight: pixels,
      format: z.string().max(20).optional(),
    }),
    // Section 2.3.4, 'The video type'.
    response: z.object({
      version: z.literal('1.0'),
      type: z.literal('video'),
      title: z.string(),
      author_name: z.string(),
      author_url: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      thumbnail_url: z.string().optional(),
      thumbnail_width: z.int().optional(),
      thumbnail_height: z.int().optional(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
    }),
    errors: ['not_found', 'format_not_supported'],
  },
} as const
