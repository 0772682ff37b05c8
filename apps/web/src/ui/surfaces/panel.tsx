import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

/** A titled section of a page, such as the dashboard's. `id` is its anchor in the page's URL. */
export function Panel({
  title,
  id,
  lead,
  aside,
  isMain = false,
  children,
}: {
  title: string
  id?: string
  /** Before the heading, as a picture of whom it names. */
  lead?: ReactNode
  /** Shown beside the heading: a badge, or actions for the whole panel. */
  aside?: ReactNode
  /** The part that a tab or an entry of the bar is named for: on a phone, which has no tabs, its heading is the page's title. */
  isMain?: boolean
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section id={id} className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.header}>
        {lead}
        <h2 id={headingId} className={isMain ? styles.main : styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
