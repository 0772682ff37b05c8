import styles from './page-spinner.module.css'
import { Spinner } from './spinner.tsx'

export function PageSpinner({ label = 'Loading the page' }: { label?: string }) {
  return (
    <div className={styles.page}>
      <Spinner label={label} size={32} />
    </div>
  )
}
