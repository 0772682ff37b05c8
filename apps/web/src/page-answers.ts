import type { QueryClient } from '@tanstack/react-query'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/site/page-answers'
import { streamInfoKey } from './features/streams/use-stream-info.ts'
import { sentStreamsKey } from './features/streams/use-streams.ts'
import { siteKey } from './lib/site.ts'

/** Gives the app what the server sent along with the page, so that it can be drawn at once. */
export function takePageAnswers(queryClient: QueryClient): void {
  const sent = document.getElementById(pageAnswersId)?.textContent
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // A page that came out of the browser's own store, as after going back, may be hours old.
  if (!sent || page?.transferSize === 0) return
  const { site, streams, stream } = JSON.parse(sent) as PageAnswers
  queryClient.setQueryData(siteKey, site)
  if (streams) queryClient.setQueryData(sentStreamsKey, streams)
  if (stream) queryClient.setQueryData(streamInfoKey(stream.username), stream)
}
