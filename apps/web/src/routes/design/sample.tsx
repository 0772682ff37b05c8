import type { ReactNode } from 'react'
import styles from './design.module.css'

/** A component in its states, under its name. */
export function Sample({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.sample}>
      <h2 className={styles.name}>{name}</h2>
      <div className={isWide ? styles.wide : styles.row}>{children}</div>
    </section>
  )
}
