import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'

/**
 * `primary` is filled amber: one on a screen. `quiet` has no surface until it is hovered. `danger` is filled red: what destroys;
 * `cautious` has red words: what asks before it does.
 */
type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'cautious'
type ButtonSize = 'small' | 'normal' | 'large'
type ButtonAttributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { ref?: Ref<HTMLButtonElement> }

export function buttonClass(kind: ButtonKind = 'secondary', size: ButtonSize = 'normal'): string {
  return `${styles.button} ${styles[kind]} ${size === 'normal' ? '' : styles[size]}`
}

export function Button({
  kind,
  size,
  children,
  ...rest
}: { kind?: ButtonKind; size?: ButtonSize; children: ReactNode } & ButtonAttributes) {
  return (
    <button type="button" className={buttonClass(kind, size)} {...rest}>
      {children}
    </button>
  )
}

/** For what opens a menu and shows only an icon. */
export const iconButtonClass = styles.icon

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export function IconButton({ label, children, ...rest }: { label: string; children: ReactNode } & ButtonAttributes) {
  return (
    <button type="button" className={styles.icon} aria-label={label} data-tooltip={label} {...rest}>
      {children}
    </button>
  )
}

/** A button with a value inside: what one does, and how often it was done. `isOn` when the user has done it. */
export function PillButton({
  value,
  isOn = false,
  size,
  children,
  ...rest
}: {
  /** Absent while it is not known. */
  value?: ReactNode
  isOn?: boolean
  size?: 'small'
  children: ReactNode
} & ButtonAttributes) {
  return (
    <button
      type="button"
      className={`${styles.button} ${size ? styles[size] : ''} ${styles.pill} ${isOn ? styles.on : ''}`}
      {...rest}
    >
      <span className={styles.action}>{children}</span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
    </button>
  )
}
