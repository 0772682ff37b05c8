import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** A named field of a form. `children` draws the control with what ties it to its name and hint. */
export function Field({
  label,
  hint,
  aside,
  children,
}: {
  label: string
  hint?: ReactNode
  /** Beside the name, such as how much of the room is used. */
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
