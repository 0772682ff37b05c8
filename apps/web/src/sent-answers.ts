import { type PageAnswers, pageAnswersId } from '@waggle/contract/site/page-answers'

/** The answers that the server put into the page; undefined where they are missing or too old. */
export function sentAnswers(): PageAnswers | undefined {
  const sent = document.getElementById(pageAnswersId)?.textContent
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // A page from the browser's own cache, for example after Back, can be hours old.
  if (!sent || page?.transferSize === 0) return undefined
  return JSON.parse(sent) as PageAnswers
}
