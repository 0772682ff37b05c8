import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './error-message.module.css'

/** An error, shown beside the control or the data that failed. */
export function ErrorMessage({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      <TriangleAlert size={18} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
