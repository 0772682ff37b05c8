import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { NotFound } from '../not-found/not-found.tsx'
import styles from './design.module.css'
import { FeatureSamples } from './feature-samples.tsx'
import { TokenSamples } from './token-samples.tsx'
import { UiSamples } from './ui-samples.tsx'

/**
 * Every component in every state, for developers. Only sandbox sites have this page, and every development server is one. Its texts
 * are not translated.
 */
export function Design() {
  useDocumentTitle('Design')
  const site = useSite()
  if (!site) return <PageSpinner />
  if (site.hive !== 'sandbox') return <NotFound />
  return (
    <>
      <h1 className={styles.title}>Design</h1>
      <TokenSamples />
      <UiSamples />
      <FeatureSamples />
    </>
  )
}
