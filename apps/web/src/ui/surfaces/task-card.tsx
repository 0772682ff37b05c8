import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { LogoMark } from '../identity/logo.tsx'
import styles from './task-card.module.css'

/** A page for one task, in a card on which the light of the dance floor falls. Without a sign of its own it has the mark of the site. */
export function TaskCard({
  Sign,
  title,
  text,
  hasSteps = false,
  children,
}: {
  Sign?: LucideIcon
  title: string
  /** What it takes, or is for. */
  text?: string
  /** Its head keeps its place while one step, higher or lower, follows the other. */
  hasSteps?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.page} data-steps={hasSteps || undefined}>
      <div className={styles.card}>
        {Sign ? (
          <span className={styles.sign}>
            <Sign size={24} aria-hidden="true" />
          </span>
        ) : (
          <LogoMark className={styles.mark} />
        )}
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
        {children}
      </div>
    </div>
  )
}
