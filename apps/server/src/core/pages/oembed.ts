import { embedCode } from '@waggle/contract/embed/embed-code'
import { clipEmbedPath, embedPath, replayEmbedPath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { streamInfoOf } from '../channels/stream-info.ts'
import { clipPicturePath, findClipOfPage } from '../clips/clip-page.ts'
import type { CoreContext } from '../context.ts'
import { siteNameOf } from '../identity/identity.ts'
import { picturePath } from '../replays/picture-path.ts'
import type { BuiltAddresses } from '../site/built-addresses.ts'
import { channelOfPage } from './channel-page.ts'
import { replayTitle } from './previews/replay-preview.ts'
import { findReplayOfPage } from './replay-page.ts'

/** The size of a stream's thumbnail (media/thumbnails); a picture of another shape has another height. */
const thumbnail = { width: 640, height: 360 }
const player = { width: 1280, height: 720 }

/** oEmbed (oembed.com): what another site may show in place of a link to a channel, a replay or a clip. */
export function oembedRoute(app: FastifyInstance, context: CoreContext, servers: BuiltAddresses): void {
  route(app, context, 'getOembed', async ({ query }) => {
    // Section 2.2: "If the provider cannot return a response in the requested format", 501.
    if (query.format !== undefined && query.format !== 'json') throw new Refusal('format_not_supported')
    const { publicUrl } = context.addresses()
    const siteName = siteNameOf(context)
    const video =
      (await channelVideo(query.url, publicUrl)) ?? (await replayVideo(query.url)) ?? (await clipVideo(query.url))
    if (video === undefined) throw new Refusal('not_found')
    const { width, height } = fit(query.maxwidth, query.maxheight)
    const { title, username, playerPath, thumbnailPath } = video
    return {
      version: '1.0' as const,
      type: 'video' as const,
      title,
      author_name: username,
      author_url: publicUrl + watchPath(username),
      provider_name: siteName,
      provider_url: publicUrl,
      ...(thumbnailPath && {
        thumbnail_url: (servers.hls || publicUrl) + thumbnailPath,
        thumbnail_width: thumbnail.width,
        thumbnail_height: thumbnail.height,
      }),
      html: embedCode({ address: publicUrl + playerPath, title: `${title} · ${siteName}`, width, height }),
      width,
      height,
    }
  })

  async function channelVideo(address: string, publicUrl: string): Promise<Video | undefined> {
    const username = channelOfPage(address, publicUrl)
    if (username === undefined || !(await context.channelExists(username))) return undefined
    const { title, thumbnail } = await streamInfoOf(context, username)
    return { title, username, playerPath: embedPath(username), thumbnailPath: thumbnail }
  }

  async function replayVideo(address: string): Promise<Video | undefined> {
    const replay = await findReplayOfPage(context, address)
    if (replay === undefined) return undefined
    const { id, username } = replay
    const title = replayTitle(replay)
    return { title, username, playerPath: replayEmbedPath(id), thumbnailPath: picturePath(replay) }
  }

  async function clipVideo(address: string): Promise<Video | undefined> {
    const clip = await findClipOfPage(context, address)
    if (clip === undefined) return undefined
    const { id, title, channel } = clip
    return { title, username: channel, playerPath: clipEmbedPath(id), thumbnailPath: clipPicturePath(id) }
  }
}

interface Video {
  title: string
  username: string
  playerPath: string
  thumbnailPath: string | null
}

/** The largest size of the player's shape within these bounds, in pixels. */
function fit(maxWidth = player.width, maxHeight = player.height): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / player.width, maxHeight / player.height)
  return {
    width: Math.max(1, Math.floor(player.width * scale)),
    height: Math.max(1, Math.floor(player.height * scale)),
  }
}
