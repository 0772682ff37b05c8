import type { ActiveStream, Site, StreamInfo } from '../endpoints.ts'

/** The element of a page that carries its answers, as JSON. */
export const pageAnswersId = 'page-answers'

/** What a page will ask first, sent along with it: only what everybody would be answered. */
export interface PageAnswers {
  site: Site
  /** On pages with a list of them. */
  streams?: readonly ActiveStream[]
  /** On pages of one channel. */
  stream?: StreamInfo
}
