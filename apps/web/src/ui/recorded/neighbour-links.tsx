import { SkipBack, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '../forms/button.tsx'
import styles from './neighbour-links.module.css'

interface Neighbour {
  href: string
  title: string
  /** What it is to this page, for screen readers. */
  label: string
}

/** Leads to the recordings before and after this one. */
export function NeighbourLinks({
  label,
  previous,
  next,
}: {
  label: string
  previous: Neighbour | null
  next: Neighbour | null
}) {
  if (!previous && !next) return null
  return (
    <nav className={styles.neighbours} aria-label={label}>
      {previous && (
        <NeighbourLink neighbour={previous}>
          <SkipBack size={18} aria-hidden="true" />
        </NeighbourLink>
      )}
      {next && (
        <NeighbourLink neighbour={next}>
          <SkipForward size={18} aria-hidden="true" />
        </NeighbourLink>
      )}
    </nav>
  )
}

function NeighbourLink({ neighbour: { href, title, label }, children }: { neighbour: Neighbour; children: ReactNode }) {
  return (
    <Link href={href} className={`${buttonClass('secondary')} ${styles.neighbour}`}>
      {children}
      <span className={styles.label}>{label}: </span>
      <span className={styles.title}>{title}</span>
    </Link>
  )
}
