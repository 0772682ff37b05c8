import { escapeHtml } from '@waggle/contract/embed/embed-code'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/site/page-answers'
import { memoizeAsync } from '../../lib/memoize-async.ts'
import { streamInfoOf } from '../channels/stream-info.ts'
import { activeStreams } from '../channels/streams.ts'
import type { CoreContext } from '../context.ts'
import { siteOf } from '../site/site.ts'
import { channelOfPage, inTime } from './previews.ts'

/** A longer list would hold up the page that carries it. */
const streamsMax = 100
/** Viewers who come together are answered together. */
const rememberMs = 1000

/** HTML for a page: what its browser should ask for first, what stands at the end of its head, and where the app will be. */
export interface PageStart {
  first: string
  head: string
  body: string
}

export const emptyStart: PageStart = { first: '', head: '', body: '' }

/**
 * Gives what the page at an address will ask first, and the picture it will show first: its browser has them before it could have
 * asked. Nothing in it depends on who asks. Empty when it is not there in time; then the page asks.
 */
export function createPageStart(context: CoreContext): (address: string) => Promise<PageStart> {
  const memory = { lifeMs: rememberMs, now: context.now }
  // Failures are remembered too: a database in trouble is not asked for every page.
  const streamOf = memoizeAsync((username) => streamInfoOf(context, username).catch(() => undefined), memory)
  const streamsOf = memoizeAsync(() => activeStreams(context).catch(() => undefined), memory)

  return async (address) => (await inTime(startOf(address))) ?? emptyStart

  async function startOf(address: string): Promise<PageStart> {
    const site = siteOf(context)
    const username = channelOfPage(address, site.publicUrl)
    if (username !== undefined) {
      const stream = await streamOf(username)
      if (stream === undefined) return emptyStart
      const { thumbnail } = stream
      const playlist = stream.streamPath
        ? `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(stream.streamPath)}" />`
        : ''
      return {
        first: thumbnail
          ? `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(thumbnail)}" />`
          : '',
        head: playlist + answersTag({ site, stream }),
        body: thumbnail && address.startsWith(pagePaths.watch) ? firstPicture(thumbnail) : '',
      }
    }
    const streams = await streamsOf('')
    const isShort = streams !== undefined && streams.length <= streamsMax
    return { ...emptyStart, head: answersTag(isShort ? { site, streams } : { site }) }
  }
}

/** Stands where the player will be (apps/web/src/routes/watch/first-picture.css), and is what the player shows until the video has come. */
function firstPicture(path: string): string {
  return `<div class="first-stage"><img class="first-picture" src="${escapeHtml(path)}" alt="" /></div>`
}

/** JSON that nobody takes for anything else: not a script (and so no matter of the policy), and without a '<' that could end it. */
function answersTag(answers: PageAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageAnswersId}">${json}</script>`
}
