import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** A labelled form field. `children` renders the control with the attributes that connect it to its label and hint. */
export function Field({
  label,
  hint,
  aside,
  children,
}: {
  label: string
  hint?: ReactNode
  /** Shown beside the label, such as a character count. */
  aside?: ReactNode
  children: (control: { id: string; className: string; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}hint`
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children({ id, className: styles.control ?? '', ...(hint !== undefined && { 'aria-describedby': hintId }) })}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
