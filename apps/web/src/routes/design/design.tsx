import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { NotFound } from '../not-found/not-found.tsx'
import styles from './design.module.css'
import { FeatureSamples } from './feature-samples.tsx'
import { TokenSamples } from './token-samples.tsx'
import { UiSamples } from './ui-samples.tsx'

/**
 * Every component in every state, for those who work on the site; the theme is chosen where it always is. The page is there on a
 * sandbox site, which every development server is; a public one has no such page. Its words are not translated.
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
