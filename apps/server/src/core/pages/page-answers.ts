import { escapeHtml } from '@waggle/contract/embed/embed-code'
import type { ActiveStream } from '@waggle/contract/endpoints'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { hlsKeyPath, keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { firstPicturePath, realTimePath } from '@waggle/contract/playback/real-time'
import { routes } from '@waggle/contract/routes'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/site/page-answers'
import { featuredCandidates } from '@waggle/contract/streams/order'
import { largeThumbnail } from '@waggle/contract/streams/thumbnail-addresses'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import { issuePicturePass } from '../../lib/playback/picture-pass.ts'
import { within } from '../../lib/within.ts'
import { streamInfoOf } from '../channels/stream-info.ts'
import { activeStreams } from '../channels/streams.ts'
import type { CoreContext } from '../context.ts'
import { findSitePage } from '../identity/site-pages.ts'
import type { BuiltAddresses } from '../site/built-addresses.ts'
import { siteOf } from '../site/site.ts'
import { channelOfPage } from './channel-page.ts'
import { firstHero, firstStage } from './first-body.ts'
import { pageContentTimeoutMs } from './previews/previews.ts'

/** A longer list of streams is left out, because it would delay the page. */
const streamsMax = 100
/** Pages requested within this time share their answers. */
const cacheMs = 1000

/** HTML to add to a page. */
export interface PageStart {
  /** Of the live stream that the page plays; empty where the player chooses the edge that it comes from. */
  playlist: string | null
  /** Where it gets its first token; empty where it plays nothing at once. */
  token: string
  /** With the token, what that opens: the key of the moment, and the socket of real time unless a relay has it. */
  key: string
  socket: string
  /** The newest picture, which needs no token. */
  picture: string
  streamId: string
  /** It plays the stream before its app is drawn. */
  isStreamFirst: boolean
  /** At the beginning of the head: what the browser should fetch first. */
  headStart: string
  /** At the end of the head. */
  headEnd: string
  /** Where the app will be. */
  body: string
}

export const emptyStart: PageStart = {
  playlist: null,
  token: '',
  key: '',
  picture: '',
  socket: '',
  streamId: '',
  isStreamFirst: false,
  headStart: '',
  headEnd: '',
  body: '',
}

/**
 * Returns a function that makes the start of the page at an address: the answers to the API calls that the page makes first, and the
 * picture that it shows first (docs/decisions/011). They are the same for every visitor. The start is empty when it is not ready in
 * time; the page then makes the calls itself.
 */
export function createPageStart(
  context: CoreContext,
  { api, hls }: BuiltAddresses,
): (address: string) => Promise<PageStart> {
  const cache = { lifeMs: cacheMs, now: context.now }
  // Failures are cached too, so that a failing database is not queried for every page.
  const streamOf = memoizeAsync((username) => streamInfoOf(context, username).catch(() => undefined), cache)
  const allStreams = memoizeAsync(() => activeStreams(context).catch(() => undefined), cache)
  const randomOf = memoizeAsync(async () => chooseFeatured((await allStreams('')) ?? []), cache)

  return async (address) => (await within(startOf(address), pageContentTimeoutMs)) ?? emptyStart

  async function startOf(address: string): Promise<PageStart> {
    const site = siteOf(context)
    const username = channelOfPage(address, site.publicUrl)
    if (username !== undefined) {
      const stream = await streamOf(username)
      if (stream === undefined) return emptyStart
      // Where the web app will fetch them from.
      const picture = stream.thumbnail && hls + stream.thumbnail
      const isStaged = stream.isLive && address.startsWith(pagePaths.watch)
      const isStreamFirst = isStaged && !stream.isReconnecting
      return {
        ...emptyStart,
        playlist: stream.streamPath && (site.edges.length > 0 ? '' : hls + stream.streamPath),
        ...(isStreamFirst && stream.streamId ? firstRequests(stream.streamId) : {}),
        isStreamFirst,
        headStart: picture ? picturePreload(picture) : '',
        headEnd: answersTag({ site, stream }),
        body: isStaged ? firstStage(picture) : '',
      }
    }
    const page = findSitePage(context, address)
    if (page) return { ...emptyStart, headEnd: answersTag({ site, page }) }
    const streams = await allStreams('')
    if (streams === undefined || streams.length > streamsMax) return { ...emptyStart, headEnd: answersTag({ site }) }
    if (new URL(address, site.publicUrl).pathname !== pagePaths.home)
      return { ...emptyStart, headEnd: answersTag({ site, streams }) }
    const featured = streams.find((stream) => stream.username === site.featuredChannel) ?? (await randomOf(''))
    const picture = featured?.thumbnail ? hls + largeThumbnail(featured.thumbnail) : null
    return {
      ...emptyStart,
      headStart: picture ? picturePreload(picture) : '',
      headEnd: answersTag({ site, streams, featured: featured?.id ?? null }),
      body: picture ? firstHero(picture) : '',
    }
  }

  /** Where they will be sent by the web app. */
  function firstRequests(streamId: string): Pick<PageStart, 'token' | 'key' | 'picture' | 'socket' | 'streamId'> {
    return {
      streamId,
      token: api + tokenPath(streamId),
      key: api + hlsKeyPath(streamId, keyNumberAt(context.now())),
      picture: `${hls}${firstPicturePath(streamId)}?token=${issuePicturePass(context.secrets.firstPicture, streamId, context.now())}`,
      socket: context.config.moqRelay === undefined ? hls + realTimePath(streamId) : '',
    }
  }
}

function tokenPath(streamId: string): string {
  const [, template = ''] = routes.createHlsToken.split(' ')
  return template.replace(':streamId', encodeURIComponent(streamId))
}

/** One at random, so that every streamer has the place sometimes (rule HOME-2). */
function chooseFeatured(streams: readonly ActiveStream[]): ActiveStream | undefined {
  const candidates = featuredCandidates(streams)
  return candidates[Math.floor(Math.random() * candidates.length)]
}

function picturePreload(address: string): string {
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(address)}" />`
}

/** A script element of JSON: the browser does not run it, the policy does not apply to it, and no '<' in it can end it. */
function answersTag(answers: PageAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageAnswersId}">${json}</script>`
}
