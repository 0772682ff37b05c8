import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

/** A labelled form field. `children` renders the control with the attributes that connect it to its label and hint. */
export function Field({
  label,
  hint,
  aside,
  mistake,
  children,
}: {
  label: string
  hint?: ReactNode
  /** Shown beside the label, such as a character count. */
  aside?: ReactNode
  /** What is wrong with what stands in it: the control is red, and this is below it. */
  mistake?: string | false | undefined
  children: (control: {
    id: string
    className: string
    'aria-describedby'?: string
    'aria-invalid'?: true
  }) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}hint`
  const mistakeId = `${id}mistake`
  const described = [...(hint === undefined ? [] : [hintId]), ...(mistake ? [mistakeId] : [])].join(' ')
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children({
        id,
        className: styles.control ?? '',
        ...(described && { 'aria-describedby': described }),
        ...(mistake && { 'aria-invalid': true }),
      })}
      {mistake && (
        <p id={mistakeId} className="field-mistake" role="alert">
          {mistake}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
