import { type ReactNode, useId } from 'react'
import styles from './recorded.module.css'

/** A list of cards, each in an `<li>`. */
export function RecordedGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>
}

/** Such a list with its heading, and what comes below it. */
export function RecordedSection({ title, below, children }: { title: string; below?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId} className={styles.heading}>
        {title}
      </h2>
      <RecordedGrid>{children}</RecordedGrid>
      {below}
    </section>
  )
}
