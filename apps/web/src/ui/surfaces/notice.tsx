import type { ReactNode } from 'react'
import { LogoMark } from '../identity/logo.tsx'
import styles from './notice.module.css'

/**
 * What stands where there is nothing else to show: a heading, a sentence and an action. At level 1 it takes the place of a page, at
 * level 2 of a part of one.
 */
export function Notice({
  title,
  level = 1,
  icon,
  tone = 'plain',
  children,
  action,
}: {
  title: string
  level?: 1 | 2
  icon?: ReactNode
  tone?: 'plain' | 'error'
  children?: ReactNode
  action?: ReactNode
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={`${styles.notice} ${level === 1 ? styles.page : ''}`} role={tone === 'error' ? 'alert' : undefined}>
      <div className={`${styles.icon} ${tone === 'error' ? styles.error : ''}`} aria-hidden="true">
        {icon ?? <LogoMark />}
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
