import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './error-message.module.css'

/** An error, shown beside the control or the data that failed, with what can be done about it at its end. */
export function ErrorMessage({ id, action, children }: { id?: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div id={id} className={styles.error} role="alert">
      <TriangleAlert size={18} aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  )
}
