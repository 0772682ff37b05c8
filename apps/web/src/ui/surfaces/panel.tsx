import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

/** A named part of a page that stands on its own, such as one of the dashboard's. `id` is its place in the page's address. */
export function Panel({
  title,
  id,
  aside,
  children,
}: {
  title: string
  id?: string
  /** What stands beside the heading: a badge, or what can be done with the whole. */
  aside?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section id={id} className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.header}>
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
