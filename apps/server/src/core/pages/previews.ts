import { embedCode } from '@waggle/contract/embed/embed-code'
import { isUsername } from '@waggle/contract/names'
import { channelInQuery, pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import { avatarOf } from '../channels/avatar.ts'
import { streamInfoOf } from '../channels/stream-info.ts'
import type { CoreContext } from '../context.ts'
import { siteName } from '../site/site.ts'
import { linkPreview } from './link-preview.ts'

/** The size of a picture of a stream (media/thumbnailer.ts); of another shape, its height is what it is. */
const thumbnail = { width: 640, height: 360 }
const player = { width: 1280, height: 720 }

/** Pages that show one channel. */
export const channelPages: readonly string[] = [pagePaths.watch, pagePaths.embed]

/** So long are the tags of a page remembered. */
const rememberMs = 5000
/** A page does not wait longer for what is put into it. */
const patienceMs = 300

/** oEmbed (oembed.com): what a site that was given a link may show in its place. */
export function oembedRoute(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getOembed', async ({ query, reply }) => {
    // Section 2.2: "If the provider cannot return a response in the requested format", 501.
    if (query.format !== undefined && query.format !== 'json') throw new Refusal('format_not_supported')
    const { publicUrl } = context.addresses()
    const username = channelOfPage(query.url, publicUrl)
    if (username === undefined) throw new Refusal('not_found')
    const stream = await streamInfoOf(context, username)
    const { width, height } = fit(query.maxwidth, query.maxheight)
    // Consumers in a browser ask from their own site.
    reply.header('access-control-allow-origin', '*')
    return {
      version: '1.0' as const,
      type: 'video' as const,
      title: stream.title,
      author_name: username,
      author_url: publicUrl + watchPath(username),
      provider_name: siteName,
      provider_url: publicUrl,
      ...(stream.thumbnail !== null && {
        thumbnail_url: publicUrl + stream.thumbnail,
        thumbnail_width: thumbnail.width,
        thumbnail_height: thumbnail.height,
      }),
      html: embedCode({ siteUrl: publicUrl, username, title: `${stream.title} · ${siteName}`, width, height }),
      width,
      height,
    }
  })
}

/**
 * Gives the tags of a page that shows a channel; undefined for any other address, and when they are not there in time. However many
 * ask for a channel's page, its tags are made once in a while.
 */
export function createPreviews(
  context: CoreContext,
  infoOf: typeof streamInfoOf = streamInfoOf,
): (address: string) => Promise<string | undefined> {
  // A failure is remembered too: a database in trouble is not asked for every page.
  const tagsOf = memoizeAsync((username) => makeTags(username).catch(() => undefined), {
    lifeMs: rememberMs,
    now: context.now,
  })

  return async (address) => {
    const username = channelOfPage(address, context.addresses().publicUrl)
    return username === undefined ? undefined : inTime(tagsOf(username))
  }

  async function makeTags(username: string): Promise<string> {
    const { publicUrl } = context.addresses()
    const stream = await infoOf(context, username)
    return linkPreview({ siteName, publicUrl, stream, avatar: avatarOf(context.config, username) })
  }
}

/** Undefined when it takes longer than a page may wait. */
export function inTime<Value>(value: Promise<Value>): Promise<Value | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined).unref())
  return Promise.race([value, patience])
}

/** The channel of a watch or embed page of this site, by its address or its path. */
export function channelOfPage(address: string, publicUrl: string): string | undefined {
  if (!URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  const isOurs = url.origin === new URL(publicUrl).origin && channelPages.includes(url.pathname)
  const username = channelInQuery(url.searchParams)
  return isOurs && isUsername(username) ? username : undefined
}

/** The player's shape, in at most this many pixels. */
function fit(maxWidth = player.width, maxHeight = player.height): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / player.width, maxHeight / player.height)
  return {
    width: Math.max(1, Math.floor(player.width * scale)),
    height: Math.max(1, Math.floor(player.height * scale)),
  }
}
