import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSheetDrag } from '../popover/use-sheet-drag.ts'
import styles from './menu.module.css'

interface MenuItem {
  key: string
  label: ReactNode
  /** A smaller line below the label. */
  hint?: string | undefined
  icon?: ReactNode
  /** Set for an item that is one choice of several: a radio item. */
  isChecked?: boolean
  /** Draws a line above the item. */
  isSeparated?: boolean
  /** The heading of the choice that this item and its neighbours of the same group belong to. */
  group?: string
  onSelect: () => void
}

/** A menu button as in the ARIA Authoring Practices: arrow keys, Home, End, Escape, Tab, and closing by a press or a focus outside. */
export function Menu({
  label,
  buttonClassName,
  placement = 'below',
  header,
  items,
  isOpenAtFirst = false,
  onOpenChange,
  children,
}: {
  /** The accessible name of the button and of the menu. */
  label: string
  buttonClassName?: string | undefined
  placement?: 'below' | 'above'
  header?: ReactNode
  items: readonly MenuItem[]
  /** For one whose code was loaded by the press that opens it. */
  isOpenAtFirst?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const drag = useSheetDrag(panel, close)
  const id = useId()

  useEffect(() => {
    onOpenChange?.(isOpen)
    if (!isOpen) return
    const entries = menuEntries(list.current)
    // A menu that consists of one choice opens with the focus on the checked item.
    const isChoice = entries.every((entry) => entry.role === 'menuitemradio')
    const checked = isChoice && entries.find((entry) => entry.ariaChecked === 'true')
    ;(checked || entries[0])?.focus()
    const onAnywhere = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onAnywhere, true)
    // A dialog that a key opened takes the focus.
    document.addEventListener('focusin', onAnywhere)
    return () => {
      document.removeEventListener('pointerdown', onAnywhere, true)
      document.removeEventListener('focusin', onAnywhere)
    }
  }, [isOpen, onOpenChange])

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  function onListKey(event: KeyboardEvent): void {
    const entries = menuEntries(list.current)
    const index = entries.indexOf(document.activeElement as HTMLElement)
    const target = {
      ArrowDown: (index + 1) % entries.length,
      ArrowUp: (index - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }[event.key]
    if (target !== undefined) entries[target]?.focus()
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else return
    if (event.key !== 'Tab') event.preventDefault()
    event.stopPropagation()
  }

  function renderItem(item: MenuItem): ReactNode {
    return (
      <button
        key={item.key}
        type="button"
        tabIndex={-1}
        className={`${styles.item} ${item.isSeparated ? styles.separated : ''}`}
        onClick={() => {
          close()
          item.onSelect()
        }}
        {...(item.isChecked === undefined
          ? { role: 'menuitem' }
          : { role: 'menuitemradio', 'aria-checked': item.isChecked })}
      >
        {item.icon}
        {item.hint ? (
          <span>
            {item.label} <small className={styles.hint}>{item.hint}</small>
          </span>
        ) : (
          item.label
        )}
        {item.isChecked && <Check size={16} className={styles.check} aria-hidden="true" />}
      </button>
    )
  }

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={buttonClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      {isOpen && <div className={styles.scrim} onClick={close} />}
      {isOpen && (
        <div ref={panel} className={`${styles.panel} ${styles[placement]}`}>
          <div className={`sheet-grip ${styles.grip}`} {...drag} />
          {header && <div className={styles.header}>{header}</div>}
          <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onListKey}>
            {groupItems(items).map(({ group, members }) =>
              group === undefined ? (
                members.map(renderItem)
              ) : (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
                <div key={group} role="group" aria-label={group} className={styles.group}>
                  <span className={styles.groupName} aria-hidden="true">
                    {group}
                  </span>
                  {members.map(renderItem)}
                </div>
              ),
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Collects neighbouring items of the same group. */
function groupItems(items: readonly MenuItem[]): { group: string | undefined; members: MenuItem[] }[] {
  const groups: { group: string | undefined; members: MenuItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.group === item.group) last.members.push(item)
    else groups.push({ group: item.group, members: [item] })
  }
  return groups
}

/** Those that are shown. */
function menuEntries(list: HTMLElement | null): HTMLElement[] {
  const all = list ? [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')] : []
  return all.filter((entry) => entry.offsetHeight > 0)
}
