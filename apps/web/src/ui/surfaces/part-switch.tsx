import type { ReactNode } from 'react'
import { watchTexts as texts } from '../../texts/viewer/watch.ts'
import styles from './part-switch.module.css'
import { moveBetweenTabs } from './tabs.tsx'

export interface Part<Key extends string = string> {
  /** Also the id of its panel. */
  key: Key
  label: string
}

/** The tabs of a narrow window: what is below the picture. They are one line, or stand at the start of the line that heads the first part. */
export function PartSwitch<Key extends string>({
  parts,
  selected,
  onSelect,
  isAlone,
  children,
}: {
  parts: readonly Part<Key>[]
  selected: Key
  onSelect: (key: Key) => void
  /** Nothing else is in the line but `children`, at its end. */
  isAlone: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.line} data-alone={isAlone || undefined}>
      <div role="tablist" aria-label={texts.parts} className={styles.switch} onKeyDown={moveBetweenTabs}>
        {parts.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${key}-tab`}
            aria-controls={key}
            aria-selected={key === selected}
            tabIndex={key === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(key)}
          >
            {label}
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}

/** As wide as the switch, which lies over the head of the chat. */
export function PartSwitchRoom({ parts }: { parts: readonly Part[] }) {
  return (
    <div className={`${styles.switch} ${styles.room}`} aria-hidden="true">
      {parts.map(({ key, label }) => (
        <span key={key} className={styles.tab}>
          {label}
        </span>
      ))}
    </div>
  )
}
