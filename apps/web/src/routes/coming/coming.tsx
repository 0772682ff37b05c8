import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { SampleBadge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './coming.module.css'

/** A page that has its address but not yet its contents, and says so. */
export function Coming({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Notice
      title={title}
      icon={icon}
      action={
        <Link href={paths.home} className={buttonClass('primary')}>
          See who is live
        </Link>
      }
    >
      <SampleBadge>COMING</SampleBadge>
      <p className={styles.text}>{children}</p>
    </Notice>
  )
}
