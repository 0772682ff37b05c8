import type { QueryClient } from '@tanstack/react-query'
import { streamInfoKey } from './features/streams/use-stream-info.ts'
import { placeInfo, placeSite, placeStream } from './lib/api/placed-answer.ts'
import { sitePageKey } from './lib/queries/site-page-key.ts'
import { sentFeaturedKey, sentStreamsKey } from './lib/queries/streams-query.ts'
import { siteQuery } from './lib/site.ts'
import { sentAnswers } from './sent-answers.ts'

/** Fills the query cache with the answers that the server put into the page, so that the first render needs no request. */
export function takePageAnswers(queryClient: QueryClient): void {
  const answers = sentAnswers()
  if (!answers) return
  const { site, streams, featured, stream, page } = answers
  queryClient.setQueryData(siteQuery.queryKey, placeSite(site))
  if (streams) {
    queryClient.setQueryData(
      sentStreamsKey,
      streams.map((entry) => placeStream(entry)),
    )
  }
  if (featured) queryClient.setQueryData(sentFeaturedKey, featured)
  if (page) queryClient.setQueryData(sitePageKey(page.address), page)
  if (stream) queryClient.setQueryData(streamInfoKey(stream.username), placeInfo(stream))
}
