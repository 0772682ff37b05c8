import { useQuery } from '@tanstack/react-query'
import { sitePagePath } from '@waggle/contract/pages/page-addresses'
import { useParams } from 'wouter'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { sitePageKey } from '../../lib/queries/site-page-key.ts'
import { siteTexts as texts } from '../../texts/site.ts'
import { sitePageTitle } from '../../texts/site-pages.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { NotFound } from '../not-found/not-found.tsx'
import styles from './site-page.module.css'

/** A page of the site's own, such as its rules (rule SITE-7). */
export function SitePage() {
  const { page: address = '' } = useParams()
  return <Loaded key={sitePagePath(address)} address={address} />
}

function Loaded({ address }: { address: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: sitePageKey(address),
    queryFn: ({ signal }) => api('getSitePage', { params: { page: address }, signal }),
    retry: (failures, failure) => failures < 3 && !(failure instanceof ApiError && failure.isDefinitive),
  })
  useDocumentTitle(data && sitePageTitle(data))
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (!data) {
    return (
      <Awaiting
        label={texts.loadingPage}
        failure={error && errorSentence(error, texts.pageFailed)}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{sitePageTitle(data)}</h1>
      <Markdown text={data.text} />
    </article>
  )
}
