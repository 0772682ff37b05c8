import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { NotFound } from '../not-found/not-found.tsx'
import { ChatSamples } from './chat-samples.tsx'
import { ComposedSamples } from './composed-samples.tsx'
import { ControlSamples } from './control-samples.tsx'
import styles from './design.module.css'
import { FeatureSamples } from './feature-samples.tsx'
import { SurfaceSamples } from './surface-samples.tsx'
import { TokenSamples } from './token-samples.tsx'
import { UiSamples } from './ui-samples.tsx'

/**
 * Every component in every state, in both themes beside each other, for developers; docs/design-language.md says what each is for. Only
 * sandbox sites have this page, and every development server is one. Its texts are not translated.
 */
export function Design() {
  useDocumentTitle('Design')
  const site = useSite()
  if (!site) return <PageSpinner />
  if (site.hive !== 'sandbox') return <NotFound />
  return (
    <>
      <h1 className={styles.title}>Design</h1>
      <div className={styles.themes}>
        {(['dark', 'light'] as const).map((theme) => (
          <div key={theme} className={styles.theme} style={{ colorScheme: theme }}>
            <TokenSamples />
            <ControlSamples />
            <SurfaceSamples />
            <UiSamples theme={theme} />
            <ChatSamples />
          </div>
        ))}
      </div>
      <FeatureSamples />
      <ComposedSamples />
    </>
  )
}
