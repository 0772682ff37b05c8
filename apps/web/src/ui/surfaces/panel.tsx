import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

/** A titled section of a page, such as the dashboard's. `id` is its anchor in the page's URL. */
export function Panel({
  title,
  id,
  lead,
  aside,
  children,
}: {
  title: string
  id?: string
  /** Before the heading, as a picture of whom it names. */
  lead?: ReactNode
  /** Shown beside the heading: a badge, or actions for the whole panel. */
  aside?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section id={id} className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.header}>
        {lead}
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
