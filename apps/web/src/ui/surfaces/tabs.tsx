import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './tabs.module.css'

interface Tab<Key extends string> {
  key: Key
  label: ReactNode
  /** How many things wait behind the tab. */
  count?: number
  /** Whether a group of tabs begins with it. */
  isApart?: boolean
}

/** Tabs in one line, which scrolls where it is too long, and the panel of the selected one (WAI-ARIA Authoring Practices, 'Tabs'). */
export function Tabs<Key extends string>({
  label,
  tabs,
  selected,
  onSelect,
  renderRow = (row) => row,
  children,
}: {
  /** The accessible name of the row. */
  label: string
  tabs: readonly Tab<Key>[]
  selected: Key
  onSelect: (key: Key) => void
  /** Puts the row beside something, such as a header that stays in view with it. */
  renderRow?: (row: ReactNode) => ReactNode
  /** The content of the selected tab. */
  children: ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // The address may have chosen a tab that a phone has no room for. A count makes its tab wider when it arrives.
  useEffect(() => {
    const row = list.current
    const tab = document.getElementById(`${id}${selected}`)
    if (!row || !tab) return
    const center = () => {
      const { left, width } = tab.getBoundingClientRect()
      row.scrollLeft += left - row.getBoundingClientRect().left - (row.clientWidth - width) / 2
    }
    const sizes = new ResizeObserver(center)
    for (const part of [row, ...row.children]) sizes.observe(part)
    return () => sizes.disconnect()
  }, [id, selected])
  const row = (
    <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={moveBetweenTabs}>
      {tabs.map(({ key, label, count, isApart }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}${key}`}
          aria-selected={key === selected}
          aria-controls={`${id}panel`}
          tabIndex={key === selected ? 0 : -1}
          className={`${styles.tab} ${isApart ? styles.apart : ''}`}
          onClick={() => onSelect(key)}
        >
          {label}
          {count !== undefined && count > 0 && <span className="waiting-count">{count}</span>}
        </button>
      ))}
    </div>
  )
  return (
    <div className={styles.tabs}>
      {renderRow(row)}
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${selected}`}
        tabIndex={-1}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  )
}

/** The arrow keys, Home and End of a row of tabs. */
export function moveBetweenTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')]
  const index = tabs.indexOf(document.activeElement as HTMLButtonElement)
  const target = {
    ArrowRight: (index + 1) % tabs.length,
    ArrowLeft: (index - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key]
  if (target === undefined) return
  event.preventDefault()
  tabs[target]?.focus()
  tabs[target]?.click()
}
