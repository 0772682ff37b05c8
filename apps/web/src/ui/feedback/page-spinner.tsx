import { siteTexts } from '../../texts/site.ts'
import styles from './page-spinner.module.css'
import { Spinner } from './spinner.tsx'

export function PageSpinner({ label = siteTexts.loadingPage }: { label?: string }) {
  return (
    <div className={styles.page}>
      <Spinner label={label} size={32} />
    </div>
  )
}
