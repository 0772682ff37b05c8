import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './operate.module.css'

/** What stands before the console: who may enter, and what to do for it. */
export function Gate({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="task">
      <div className={`task-card ${styles.gate}`}>
        <span className={styles.sign}>
          <ShieldCheck size={24} aria-hidden="true" />
        </span>
        <h1 className={styles.gateTitle}>{title}</h1>
        <p className={styles.gateText}>{children}</p>
        {action}
      </div>
    </div>
  )
}
