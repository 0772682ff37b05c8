import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './points.module.css'

export interface Point {
  key: string
  icon: LucideIcon
  title: ReactNode
  text: ReactNode
}

/** What something does, point by point: beside a setting, or in the place of what will be there. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <ul className={styles.points}>
      {points.map(({ key, icon: Icon, title, text }) => (
        <li key={key} className={styles.point}>
          <span className={styles.icon}>
            <Icon size={18} aria-hidden="true" />
          </span>
          <div>
            <p className={styles.title}>{title}</p>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
