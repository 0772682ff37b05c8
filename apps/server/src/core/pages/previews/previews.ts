import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { memoizeAsync } from '../../../lib/memoize-async.ts'
import { within } from '../../../lib/within.ts'
import { avatarUrl } from '../../channels/avatar.ts'
import { streamInfoOf } from '../../channels/stream-info.ts'
import { clipPicturePath, clipPreview, findClipOfPage } from '../../clips/clip-page.ts'
import type { CoreContext } from '../../context.ts'
import { siteNameOf } from '../../identity/identity.ts'
import { findSitePage, sitePagePreview } from '../../identity/site-pages.ts'
import type { BuiltAddresses } from '../../site/built-addresses.ts'
import { channelOfPage } from '../channel-page.ts'
import { findReplayOfPage } from '../replay-page.ts'
import { homePreview } from './home-preview.ts'
import { linkPreview } from './link-preview.ts'
import { replayPreview } from './replay-preview.ts'

const cacheMs = 5000
/** How long a page waits for content that the server adds to it. */
export const pageContentTimeoutMs = 300

/**
 * Returns a function that makes the preview tags of the page at an address: of the home page, of a channel's pages, of a replay, of a clip and of the site's own pages. It
 * gives undefined for other pages, and when the tags are not ready in time. What is known of a channel is cached for a few seconds.
 */
export function createPreviews(
  context: CoreContext,
  servers: BuiltAddresses,
  infoOf: typeof streamInfoOf = streamInfoOf,
): (address: string) => Promise<string | undefined> {
  // Failures are cached too, so that a failing database is not queried for every page.
  const streamOf = memoizeAsync((username) => infoOf(context, username).catch(() => undefined), {
    lifeMs: cacheMs,
    now: context.now,
  })

  return async (address) => {
    const { publicUrl } = context.addresses()
    if (isHome(address)) return homePreview(context, publicUrl)
    const sitePage = findSitePage(context, address)
    if (sitePage) return sitePagePreview(context, publicUrl, sitePage)
    const username = channelOfPage(address, publicUrl)
    const tags = username === undefined ? makeVideoTags(address).catch(() => undefined) : makeTags(username)
    return within(tags, pageContentTimeoutMs)
  }

  async function makeVideoTags(address: string): Promise<string | undefined> {
    const { publicUrl } = context.addresses()
    const siteName = siteNameOf(context)
    const clip = await findClipOfPage(context, address)
    if (clip)
      return clipPreview({ siteName, publicUrl, clip, picture: (servers.hls || publicUrl) + clipPicturePath(clip.id) })
    const replay = await findReplayOfPage(context, address)
    if (replay === undefined) return undefined
    const avatar = new URL(avatarUrl(context.config, replay.username), servers.api || publicUrl).href
    return replayPreview({ siteName, publicUrl, servers, replay, avatar })
  }

  async function makeTags(username: string): Promise<string | undefined> {
    const { publicUrl } = context.addresses()
    const stream = await streamOf(username)
    if (stream === undefined) return undefined
    return linkPreview({
      siteName: siteNameOf(context),
      publicUrl,
      servers,
      stream,
      avatar: avatarUrl(context.config, username),
    })
  }
}

function isHome(address: string): boolean {
  return address.split('?')[0] === pagePaths.home
}
