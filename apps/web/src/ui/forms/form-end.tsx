import type { ReactNode } from 'react'
import { formEndTexts as texts } from '../../texts/form-end.ts'
import styles from './form-end.module.css'

/**
 * The buttons of a form: the one that saves, disabled while nothing is changed or something is wrong, and the one that undoes the
 * changes, or closes the form. Beside them stands which of both it is. On a phone they are then in view wherever the form is scrolled to.
 */
export function FormEnd({
  isChanged,
  isWrong = false,
  children,
}: {
  isChanged: boolean
  /** A mistake is shown at its field. */
  isWrong?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.end} data-changed={isChanged || undefined}>
      {isChanged && (
        <span className={styles.state} data-wrong={isWrong || undefined}>
          <span>{isWrong ? texts.wrong : texts.notSaved}</span>
        </span>
      )}
      {children}
    </div>
  )
}
