import type { ReactNode } from 'react'
import { playerTexts as texts } from '../../../texts/viewer/player/player.ts'
import styles from './controls.module.css'

/** A button of the control bar; `keyName` is the keyboard shortcut that does the same. */
export function ControlButton({
  label,
  keyName,
  isPressed,
  hiddenIn,
  onClick,
  children,
}: {
  label: string
  keyName: string
  isPressed?: boolean
  /** Where there is no room for it: in a small player, in one of the smallest phones, and in a small window. */
  hiddenIn?: 'player' | 'phone' | 'player window'
  /** Absent while it leads nowhere. */
  onClick: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.button}
      data-hidden-in={hiddenIn}
      aria-label={label}
      aria-pressed={isPressed}
      title={texts.withKey(label, keyName)}
      disabled={!onClick}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
