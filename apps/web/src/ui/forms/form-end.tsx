import type { ReactNode } from 'react'
import { siteTexts } from '../../texts/site.ts'
import styles from './form-end.module.css'

/** The buttons of a form. On a phone, once something is changed, they are in view wherever it is scrolled to, and say that it is not saved. */
export function FormEnd({ isChanged, children }: { isChanged: boolean; children: ReactNode }) {
  return (
    <div className={styles.end} data-changed={isChanged || undefined}>
      {isChanged && (
        <span className={styles.unsaved}>
          <span>{siteTexts.notSaved}</span>
        </span>
      )}
      {children}
    </div>
  )
}
