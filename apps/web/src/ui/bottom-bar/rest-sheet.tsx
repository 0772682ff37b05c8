import type { RefObject } from 'react'
import { Link } from 'wouter'
import { abbreviateCount } from '../../lib/format/count.ts'
import { Popover } from '../popover/popover.tsx'
import type { BarEntry } from './bar-entry.ts'
import styles from './rest-sheet.module.css'

/** All that the bar has no room for, at once. */
export function RestSheet({
  title,
  anchor,
  entries,
  selected,
  onSelect,
  onClose,
}: {
  title: string
  anchor: RefObject<HTMLElement | null>
  entries: readonly BarEntry<string>[]
  selected: string
  onSelect: (key: string) => void
  onClose: () => void
}) {
  return (
    <Popover title={title} anchor={anchor} onClose={onClose}>
      <ul className={styles.entries}>
        {entries.map(({ key, label, Icon, count = 0, countLabel, href }) => (
          <li key={key}>
            {href ? (
              <Link
                href={href}
                className={styles.entry}
                aria-current={key === selected ? 'page' : undefined}
                onClick={onClose}
              >
                <Icon size={20} aria-hidden="true" />
                {label}
              </Link>
            ) : (
              <button
                type="button"
                className={styles.entry}
                aria-current={key === selected ? 'true' : undefined}
                onClick={() => {
                  onSelect(key)
                  onClose()
                }}
              >
                <Icon size={20} aria-hidden="true" />
                {label}
                {count > 0 && (
                  <>
                    <span className="waiting-count" aria-hidden="true">
                      {abbreviateCount(count)}
                    </span>
                    <span className="visually-hidden">{countLabel}</span>
                  </>
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  )
}
