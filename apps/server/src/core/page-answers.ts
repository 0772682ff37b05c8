import { escapeHtml } from '@waggle/contract/embed'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/page-answers'
import type { CoreContext } from './context.ts'
import { channelOfPage, inTime } from './previews.ts'
import { siteOf } from './site.ts'
import { streamInfoOf } from './stream-info.ts'
import { activeStreams } from './streams.ts'

/** A longer list would hold up the page that carries it. */
const streamsMax = 100

/**
 * Gives what the page at an address will ask first, and the picture it will show first, as tags for its head: its browser has them
 * before it could have asked. Nothing in it depends on who asks. Empty when it is not there in time; then the page asks.
 */
export function createPageAnswers(context: CoreContext): (address: string) => Promise<string> {
  return async (address) => (await inTime(answer(address).catch(() => undefined))) ?? ''

  async function answer(address: string): Promise<string> {
    const site = siteOf(context.config)
    const username = channelOfPage(address, site.publicUrl)
    if (username !== undefined) {
      const stream = await streamInfoOf(context, username)
      const { thumbnail, streamPath } = stream
      return [
        thumbnail && `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(thumbnail)}" />`,
        streamPath && `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(streamPath)}" />`,
        answersTag({ site, stream }),
      ].join('')
    }
    const streams = await activeStreams(context)
    return answersTag(streams.length > streamsMax ? { site } : { site, streams })
  }
}

/** JSON that nobody takes for anything else: not a script (and so no matter of the policy), and without a '<' that could end it. */
function answersTag(answers: PageAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageAnswersId}">${json}</script>`
}
