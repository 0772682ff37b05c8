import { escapeHtml } from '@waggle/contract/embed'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/page-answers'
import type { CoreContext } from './context.ts'
import { channelOfPage, inTime } from './previews.ts'
import { siteOf } from './site.ts'
import { streamInfoOf } from './stream-info.ts'
import { activeStreams } from './streams.ts'

/** A longer list would hold up the page that carries it. */
const streamsMax = 100

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
  return async (address) => (await inTime(startOf(address).catch(() => undefined))) ?? emptyStart

  async function startOf(address: string): Promise<PageStart> {
    const site = siteOf(context.config)
    const username = channelOfPage(address, site.publicUrl)
    if (username !== undefined) {
      const stream = await streamInfoOf(context, username)
      const { thumbnail } = stream
      const playlist = stream.streamPath
        ? `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(stream.streamPath)}" />`
        : ''
      return {
        first: thumbnail
          ? `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(thumbnail)}" />`
          : '',
        head: playlist + answersTag({ site, stream }),
        body: thumbnail && address.startsWith('/watch') ? firstPicture(thumbnail) : '',
      }
    }
    const streams = await activeStreams(context)
    return { ...emptyStart, head: answersTag(streams.length > streamsMax ? { site } : { site, streams }) }
  }
}

/** Stands where the player will be (apps/web/src/ui/first-picture.css), and is what the player shows until the video has come. */
function firstPicture(path: string): string {
  return `<div class="first-stage"><img class="first-picture" src="${escapeHtml(path)}" alt="" /></div>`
}

/** JSON that nobody takes for anything else: not a script (and so no matter of the policy), and without a '<' that could end it. */
function answersTag(answers: PageAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageAnswersId}">${json}</script>`
}
