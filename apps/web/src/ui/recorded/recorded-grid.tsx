import { type ReactNode, useId } from 'react'
import styles from './recorded.module.css'

/** A list of cards, each in an `<li>`; on a phone of rows, of which more are in view. */
export function RecordedGrid({ areCards = false, children }: { areCards?: boolean; children: ReactNode }) {
  return <ul className={`${styles.grid} ${areCards ? '' : styles.rows}`}>{children}</ul>
}

/** Such a list with its heading, what stands beside that, and what comes below the list. */
export function RecordedSection({
  title,
  beside,
  below,
  areCards = false,
  children,
}: {
  title: string
  beside?: ReactNode
  below?: ReactNode
  /** Also on a phone. */
  areCards?: boolean
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.header}>
        <h2 id={headingId} className={styles.heading}>
          {title}
        </h2>
        {beside}
      </div>
      <RecordedGrid areCards={areCards}>{children}</RecordedGrid>
      {below}
    </section>
  )
}
