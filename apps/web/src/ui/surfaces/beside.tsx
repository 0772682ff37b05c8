import type { ReactNode } from 'react'
import styles from './beside.module.css'

/** A part of a screen, and beside it, or below it in a narrow window, what explains or completes it. */
export function Beside({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.beside}>
      <div className={styles.part}>{children}</div>
      <div className={styles.part}>{aside}</div>
    </div>
  )
}
