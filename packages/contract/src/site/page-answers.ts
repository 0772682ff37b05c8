import type { ActiveStream, Site, StreamInfo } from '../endpoints.ts'
import type { SitePage } from './settings.ts'

/** The id of the element of a page that holds its answers, as JSON. */
export const pageAnswersId = 'page-answers'

/** The answers to the first requests of a page, sent along with it: only those that are the same for everybody. */
export interface PageAnswers {
  site: Site
  /** On pages that list the active streams. */
  streams?: readonly ActiveStream[]
  /** The id of the one that the home page features, chosen at random (rule HOME-2); null if nobody is live. */
  featured?: string | null
  /** On a page of the site's own, such as its rules. */
  page?: SitePage
  /** On the page of one channel. */
  stream?: StreamInfo
}
