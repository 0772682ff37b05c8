import { useQuery } from '@tanstack/react-query'
import { sitePagePath } from '@waggle/contract/pages/page-addresses'
import { pageIn } from '@waggle/contract/site/page-texts'
import { useParams } from 'wouter'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { sitePageKey } from '../../lib/queries/site-page-key.ts'
import { language } from '../../texts/language/language.ts'
import { siteTexts as texts } from '../../texts/site.ts'
import { shownInOtherLanguage, sitePageTitle } from '../../texts/site-pages.ts'
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
  const shown = data && pageIn(data, language)
  const title = shown && sitePageTitle({ address, title: shown.title })
  useDocumentTitle(title)
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (!shown) {
    return (
      <Awaiting
        label={texts.loadingPage}
        failure={error && errorSentence(error, texts.pageFailed)}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className={styles.page}>
      {shown.language !== language && <p className={styles.note}>{shownInOtherLanguage(shown.language)}</p>}
      <article className={styles.text} lang={shown.language}>
        <h1 className={styles.title}>{title}</h1>
        <Markdown text={shown.text} />
      </article>
    </div>
  )
}
