import type { ReactNode } from 'react'
import styles from './player.module.css'

export function PlayerMessage({
  title,
  role,
  children,
  action,
  other,
}: {
  title: string
  role?: 'alert' | 'status'
  children?: ReactNode
  action?: ReactNode
  /** Stands below, in a place of its own. */
  other?: ReactNode
}) {
  return (
    <div className={styles.message} role={role}>
      <p className={styles.messageTitle}>{title}</p>
      {children && <p>{children}</p>}
      {action && <div className={styles.messageActions}>{action}</div>}
      {other}
    </div>
  )
}
