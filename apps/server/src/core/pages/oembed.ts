import { embedCode } from '@waggle/contract/embed/embed-code'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { streamInfoOf } from '../channels/stream-info.ts'
import type { CoreContext } from '../context.ts'
import type { BuiltAddresses } from '../site/built-addresses.ts'
import { siteName } from '../site/site.ts'
import { channelOfPage } from './channel-page.ts'

/** The size of a stream's thumbnail (media/thumbnails); a picture of another shape has another height. */
const thumbnail = { width: 640, height: 360 }
const player = { width: 1280, height: 720 }

/** oEmbed (oembed.com): what another site may show in place of a link to a channel. */
export function oembedRoute(app: FastifyInstance, context: CoreContext, servers: BuiltAddresses): void {
  route(app, context, 'getOembed', async ({ query }) => {
    // Section 2.2: "If the provider cannot return a response in the requested format", 501.
    if (query.format !== undefined && query.format !== 'json') throw new Refusal('format_not_supported')
    const { publicUrl } = context.addresses()
    const username = channelOfPage(query.url, publicUrl)
    if (username === undefined || !(await context.channelExists(username))) throw new Refusal('not_found')
    const stream = await streamInfoOf(context, username)
    const { width, height } = fit(query.maxwidth, query.maxheight)
    return {
      version: '1.0' as const,
      type: 'video' as const,
      title: stream.title,
      author_name: username,
      author_url: publicUrl + watchPath(username),
      provider_name: siteName,
      provider_url: publicUrl,
      ...(stream.thumbnail !== null && {
        thumbnail_url: (servers.hls || publicUrl) + stream.thumbnail,
        thumbnail_width: thumbnail.width,
        thumbnail_height: thumbnail.height,
      }),
      html: embedCode({ siteUrl: publicUrl, username, title: `${stream.title} · ${siteName}`, width, height }),
      width,
      height,
    }
  })
}

/** The largest size of the player's shape within these bounds, in pixels. */
function fit(maxWidth = player.width, maxHeight = player.height): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / player.width, maxHeight / player.height)
  return {
    width: Math.max(1, Math.floor(player.width * scale)),
    height: Math.max(1, Math.floor(player.height * scale)),
  }
}
