import { escapeHtml } from '@waggle/contract/embed'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/page-answers'
import type { CoreContext } from './context.ts'
import { channelOfPage, inTime } from './previews.ts'
import { siteOf } from './site.ts'
import { streamInfoOf } from './stream-info.ts'
import { activeStreams } from './streams.ts'

/** A longer list would hold up the page that carries it. */
const streamsMax = 100

/** HTML for the end of a page's head, and for the place where the app will be. */
export interface PageStart {
  head: string
  body: string
}

/**
 * Gives what the page at an address will ask first, and the picture it will show first: its browser has them before it could have
 * asked. Nothing in it depends on who asks. Empty when it is not there in time; then the page asks.
 */
export function createPageStart(context: CoreContext): (address: string) => Promise<PageStart> {
  return async (address) => (await inTime(startOf(address).catch(() => undefined))) ?? { head: '', body: '' }

  async function startOf(address: string): Promise<PageStart> {
    const site = siteOf(context.config)
    const username = channelOfPage(address, site.publicUrl)
    if (username !== undefined) {
      const stream = await streamInfoOf(context, username)
      const playlist = stream.streamPath
        ? `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(stream.streamPath)}" />`
        : ''
      return {
        head: playlist + answersTag({ site, stream }),
        body: stream.thumbnail && address.startsWith('/watch') ? firstPicture(stream.thumbnail) : '',
      }
    }
    const streams = await activeStreams(context)
    return { head: answersTag(streams.length > streamsMax ? { site } : { site, streams }), body: '' }
  }
}

/** Stands where the player will be (apps/web/src/ui/first-picture.css), and is what the player shows until the video has come. */
function firstPicture(path: string): string {
  return `<div class="first-stage"><img class="first-picture" src="${escapeHtml(path)}" alt="" fetchpriority="high" /></div>`
}

/** JSON that nobody takes for anything else: not a script (and so no matter of the policy), and without a '<' that could end it. */
function answersTag(answers: PageAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageAnswersId}">${json}</script>`
}
