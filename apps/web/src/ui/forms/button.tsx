import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

type ButtonKind = 'primary' | 'secondary' | 'quiet'

export function buttonClass(kind: ButtonKind = 'secondary', size: 'normal' | 'large' = 'normal'): string {
  return `${styles.button} ${styles[kind]} ${size === 'large' ? styles.large : ''}`
}

export function Button({
  kind,
  size,
  children,
  ...rest
}: { kind?: ButtonKind; size?: 'normal' | 'large'; children: ReactNode } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className'
>) {
  return (
    <button type="button" className={buttonClass(kind, size)} {...rest}>
      {children}
    </button>
  )
}

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  children,
  ...rest
}: { label: string; children: ReactNode } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  return (
    <button type="button" className={styles.icon} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  )
}
