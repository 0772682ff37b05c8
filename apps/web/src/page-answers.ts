import type { QueryClient } from '@tanstack/react-query'
import { type PageAnswers, pageAnswersId } from '@waggle/contract/site/page-answers'
import { streamInfoKey } from './features/streams/use-stream-info.ts'
import { placeInfo, placeSite, placeStream } from './lib/api/placed-answer.ts'
import { sentFeaturedKey, sentStreamsKey } from './lib/queries/streams-query.ts'
import { siteQuery } from './lib/site.ts'

/** Fills the query cache with the answers that the server put into the page, so that the first render needs no request. */
export function takePageAnswers(queryClient: QueryClient): void {
  const sent = document.getElementById(pageAnswersId)?.textContent
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // A page from the browser's own cache, for example after Back, can be hours old.
  if (!sent || page?.transferSize === 0) return
  const { site, streams, featured, stream } = JSON.parse(sent) as PageAnswers
  queryClient.setQueryData(siteQuery.queryKey, placeSite(site))
  if (streams) {
    queryClient.setQueryData(
      sentStreamsKey,
      streams.map((entry) => placeStream(entry)),
    )
  }
  if (featured) queryClient.setQueryData(sentFeaturedKey, featured)
  if (stream) queryClient.setQueryData(streamInfoKey(stream.username), placeInfo(stream))
}
